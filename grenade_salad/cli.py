"""The command line."""


def main(words: list[str] | None = None) -> int:
    """Run the command; its exit status."""
    return 0
