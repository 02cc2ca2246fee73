"""Many tables of one game at once, in numpy: arrays in, arrays out.

Nothing here is loaded before it is needed.
"""
