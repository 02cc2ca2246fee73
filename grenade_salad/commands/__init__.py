"""The commands of the command line, one a module, each imported when it is asked for; `run(args)` gives the status."""


class Fail(Exception):
    """A command cannot do what it was asked for; the text is the one line that people read."""
