"""Where the download starts: processes of its own, the games of others if they are allowed, then commands."""

# ruff: noqa: PTH112
import os
import sys
from multiprocessing import freeze_support


def settings_folder(words: list[str]) -> str:
    """Where the settings are: in the folder that the command line names, or the user's."""
    for at, word in enumerate(words):
        if word == "--data" and at + 1 < len(words):
            return words[at + 1]
        if word.startswith("--data="):
            return word.partition("=")[2]
    from platformdirs import user_config_dir

    return user_config_dir("grenade-salad", appauthor=False)


if __name__ == "__main__":
    freeze_support()
    from grenade_salad import installed

    where = installed.folder()
    if where is not None and os.path.isdir(where):
        installed.admit(settings_folder(sys.argv[1:]))
    from grenade_salad.cli import main

    sys.exit(main())
