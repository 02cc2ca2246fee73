"""Games of VirtualTabletop (`.vtt`) as boxes."""
