"""The widget toolkit: canvas in logical units, inputs, focus, widgets, motion."""
