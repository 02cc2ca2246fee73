"""Physics of a real table: bodies with friction, drops of cubes, flicks, pushes.

`bodies` is the interface of the engine; `drop`, `sliding` (a flick) and `pushing` step it; `release` is plain
numbers. Nothing of the engine outlives a call: a Space is built from plain numbers in a fixed order, stepped and
thrown away, so that every result depends on the arguments alone. Rules are no part of it: what a game asks of its
table is in its own folder.
"""
