"""Write everything under assets/ again, and the pictures in boxes/.

python -m tools.make_assets [FOLDER]
"""

import sys
from pathlib import Path

from . import make, make_boxes

if __name__ == "__main__":
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    make(root / "assets")
    make_boxes(root / "boxes")
