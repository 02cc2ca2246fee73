"""Build the site and print where it is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.site import ROOT, build
from tools.site.downloads import find_downloads

OUT = ROOT / "dist" / "site"


def main() -> int:
    """Return 1 if something is wrong with the pages."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description="Build the site.")
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=OUT, help="where to (dist/site)")
    parser.add_argument("--downloads", metavar="FOLDER", type=Path, help="what tools.package and uv have built")
    parser.add_argument("--url", default="", help="where it will be: cards of links need whole addresses")
    args = parser.parse_args()
    downloads = find_downloads(args.downloads) if args.downloads else []
    if args.downloads and not downloads:
        print(f"{args.downloads}: nothing of this version to download", file=sys.stderr)
        return 1
    if not build(args.folder.resolve(), downloads, args.url):
        return 1
    print(args.folder / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
