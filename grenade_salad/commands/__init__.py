"""Commands of the command line, one a module, each imported when it is used.

`run(args)` returns the exit status.
"""


class Fail(Exception):
    """A command cannot do what was requested; the text is the line that people read."""
