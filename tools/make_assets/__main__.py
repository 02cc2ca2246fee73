"""`python -m tools.make_assets [FOLDER]`: writes everything under assets/ anew."""

import sys
from pathlib import Path

from . import make

if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "assets")
