"""`python -m grenade_salad` is the command `grenade-salad`."""

import sys

from grenade_salad.cli import main

if __name__ == "__main__":
    sys.exit(main())
