"""Entry point of the download: subprocesses, plugins if allowed, commands."""

import sys
from multiprocessing import freeze_support


def find_folders(words: list[str]) -> tuple[str, str]:
    """Return the folders of settings and matches.

    They are the folder of --data, or else the user's; empty if there is none.
    """
    for index, word in enumerate(words):
        if word == "--data" and index + 1 < len(words):
            return words[index + 1], words[index + 1]
        if word.startswith("--data="):
            data = word.partition("=")[2]
            return data, data
    from platformdirs import user_config_dir, user_data_dir

    try:
        return user_config_dir("grenade-salad", appauthor=False), user_data_dir("grenade-salad", appauthor=False)
    except RuntimeError:  # The user has no home folder, which the commands will report.
        return "", ""


if __name__ == "__main__":
    freeze_support()
    from grenade_salad.core import discovery

    discovery.add_game_folders(*find_folders(sys.argv[1:]))
    from grenade_salad.cli import main

    sys.exit(main())
