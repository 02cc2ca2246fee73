"""The widget kit: a canvas in logical units, inputs of mouse, touch, keys and pad, focus, widgets, motion."""
