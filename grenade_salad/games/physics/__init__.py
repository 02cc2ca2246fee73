"""What games share of a table that is real: bodies with friction, drops of cubes, flicks, pushes. Poses in, poses out.

`bodies` is what the engine is told; `drop`, `sliding` (a flick) and `pushing_seat` step it; `release` is plain numbers.
Nothing of the engine outlives a call: a Space is built from plain numbers in a fixed order, stepped and thrown away, so
that every result depends on the arguments alone. Rules are no part of it: what a game asks of its table stands in its
own folder.
"""
