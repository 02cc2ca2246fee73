"""Heads of the courts, as the parts behind and in front of the coat.

The face is at (315, 215).
"""

from .svg import CREAM, INK, RED, ellipse, fill, gouge, polar, poly, shape

FACE = "#F6E3C3"
Head = tuple[str, str]


def face(is_bearded: bool = False) -> str:
    """Draw neck, face, eyes, nose and mouth; the side away from the light is hatched."""
    neck = shape("M290 256L290 296C304 310 326 310 340 296L340 256Z", FACE)
    head = shape(
        "M262 190C262 160 284 146 315 146C346 146 368 160 368 190C370 226 356 270 315 284C274 270 260 226 262 190Z",
        FACE,
    )
    eyes = ""
    for x, side in ((289, -1), (341, 1)):
        eyes += fill(f"M{x - 15} 208C{x - 8} 199 {x + 8} 199 {x + 15} 208C{x + 7} 214 {x - 7} 214 {x - 15} 208Z")
        eyes += fill(ellipse(x - 6.5, 207.5, 3.4, 2.8) + ellipse(x + 7, 207.5, 3.0, 2.4), CREAM) + fill(
            ellipse(x + 1.5, 205.5, 1.5), CREAM
        )
        eyes += fill(gouge((x - 17 * side - 2 * side, 193), (x + 18 * side, 194), 4.6, -4.2 * side))
    nose = fill(
        "M317 206C315 222 322 232 327 240C322 246 312 247 305 243C311 242 315 240 314 234C313 226 314 216 317 206Z"
    )
    hatch = "".join(gouge((354 - 1.5 * k, 222 + 9 * k), (364 - 4.6 * k, 216 + 10 * k), 2.0) for k in range(5))
    mouth = (
        ""
        if is_bearded
        else fill("M299 259C306 254 311 256 315 257.500C319 256 324 254 331 259C324 268 306 268 299 259Z", RED)
    )
    mouth += "" if is_bearded else fill(gouge((299, 259.5), (331, 259.5), 1.5, 0.6))
    cheeks = fill(ellipse(280, 233, 10, 8) + ellipse(350, 233, 10, 8), RED, 0.22)
    return neck + fill(gouge((296, 284), (336, 282), 4.5, 4), INK) + head + cheeks + eyes + nose + fill(hatch) + mouth


def _strands(points: list[tuple[float, float, float, float, float]], width: float = 2.6, colour: str = CREAM) -> str:
    return fill("".join(gouge((ax, ay), (bx, by), width, bend) for ax, ay, bx, by, bend in points), colour, 0.75)


def jack_head(hair: str, trim: str, accent: str, coat: str, letter: str) -> Head:
    """Draw bobbed hair, a cap with a feather, a knotted scarf."""
    bob = shape(
        "M250 168C232 200 240 250 246 282C262 292 284 288 290 270L290 200L340 200L340 270"
        "C346 288 368 292 384 282C390 250 398 200 380 168Z",
        hair,
    )
    locks = _strands(
        [(252, 200, 256, 276, 4), (265, 220, 270, 280, 3), (374, 200, 374, 276, -4), (362, 220, 360, 280, -3)]
    )
    fringe = shape(
        "M258 192C256 166 282 150 315 150C348 150 374 166 372 192C360 180 350 178 338 172"
        "C326 180 304 180 292 172C280 178 268 182 258 192Z",
        hair,
    )
    cap = shape("M238 166C226 130 262 98 315 96C372 94 408 124 396 160C360 146 276 148 238 166Z", coat)
    brim = shape(
        "M230 172C256 146 374 140 402 164C406 172 402 180 394 178C362 160 272 164 242 184C234 186 226 180 230 172Z",
        trim,
    )
    tucks = fill(
        gouge((270, 140), (290, 106), 4, -3) + gouge((318, 138), (322, 104), 4) + gouge((362, 140), (344, 108), 4, 3),
        INK,
        0.5,
    )
    feather = _feather(letter, accent)
    scarf = shape("M272 284C290 304 340 304 358 284L368 304C344 326 286 326 262 304Z", accent) + shape(
        "M303 306L327 306L334 348L315 338L296 348Z", accent
    )
    scarf += fill(
        gouge((280, 300), (350, 300), 2.4, 9) + gouge((310, 318), (308, 336), 2) + gouge((321, 318), (323, 336), 2),
        CREAM,
    )
    return bob + locks, face() + fringe + feather + cap + tucks + brim + scarf


def _feather(letter: str, colour: str) -> str:
    plume = shape(
        "M262 156C220 150 190 118 196 84C204 76 214 80 216 90C222 76 234 80 236 94"
        "C246 84 254 94 254 106C262 104 268 116 262 130Z",
        CREAM if letter in "SD" else colour,
    )
    spine = (
        gouge((260, 150), (210, 92), 3.2, -6)
        + gouge((238, 130), (232, 102), 2)
        + gouge((224, 114), (206, 108), 2)
        + gouge((248, 138), (252, 112), 2)
    )
    return plume + fill(spine, INK)


def _crown(trim: str, accent: str, points: int, height: float, spread: float) -> str:
    base_y, half = 164.0, 66.0
    nodes: list[tuple[float, float]] = [(315 - half, base_y)]
    jewels = ""
    for k in range(points):
        share = (k / (points - 1)) * 2 - 1
        x = 315 + share * (half + spread)
        y = base_y - height + abs(share) * height * 0.16
        nodes.append((x, y))
        if k < points - 1:
            valley = ((k + 0.5) / (points - 1)) * 2 - 1
            nodes.append((315 + valley * (half + spread * 0.4), base_y - height * 0.42))
        jewels += shape(ellipse(x, y - 3, 7.5), accent if k % 2 else CREAM, 4)
    nodes.append((315 + half, base_y))
    body = shape(poly(nodes), trim)
    band = shape(
        "M247 154C280 138 350 138 383 154L381 178C350 160 280 160 249 178Z",
        accent,
    )
    stones = "".join(
        fill(ellipse(315 + d, base_y - 8 + abs(d) * 0.13, 6), CREAM)
        + fill(ellipse(315 + d, base_y - 8 + abs(d) * 0.13, 2.6), INK)
        for d in (-44, -22, 0, 22, 44)
    )
    cuts = "".join(gouge((315 + d, base_y - 28), (315 + d * 1.2, base_y - height * 0.62), 3) for d in (-34, 0, 34))
    return body + fill(cuts, INK, 0.8) + jewels + band + stones


def queen_head(hair: str, trim: str, accent: str, coat: str, letter: str) -> Head:
    """Draw long hair in waves, a low crown, a lace collar."""
    veil = shape(
        "M248 158C214 190 226 236 214 276C206 306 236 322 262 312L290 290L290 190L340 190L340 290"
        "L368 312C394 322 424 306 416 276C404 236 416 190 382 158Z",
        hair,
    )
    waves = _strands(
        [
            (240, 196, 232, 262, 6), (254, 200, 246, 296, 7), (228, 268, 244, 306, -4), (390, 196, 398, 262, -6),
            (376, 200, 384, 296, -7), (402, 268, 386, 306, 4),
        ]
    )  # fmt: skip
    parting = shape(
        "M256 206C252 170 276 148 315 146C354 148 378 170 374 206C364 186 344 176 315 160C286 176 266 186 256 206Z",
        hair,
    )
    lines = _strands([(268, 184, 300, 158, -5), (362, 184, 330, 158, 5)], 2.2)
    lace = (
        "M315 320C290 322 262 306 246 284C236 296 236 308 244 314C240 326 254 334 264 330"
        "C268 342 286 344 294 336C302 346 328 346 336 336C344 344 362 342 366 330"
        "C376 334 390 326 386 314C394 308 394 296 384 284C368 306 340 322 315 320Z"
    )
    holes = "".join(ellipse(315 + d, 326 - abs(d) ** 1.6 * 0.028, 3.3) for d in (-50, -32, -14, 14, 32, 50))
    pendant = shape(poly([(315, 318), (325, 334), (315, 352), (305, 334)]), accent, 4)
    earrings = "".join(shape(ellipse(x, 262, 6.5, 8), trim, 3.5) for x in (262, 368))
    crown = _crown(trim, accent, 5 if letter in "SC" else 7, 74, 6)
    return veil + waves, face() + parting + lines + earrings + shape(lace, CREAM) + fill(holes) + pendant + crown


_BEARDS = {
    "S": "M258 226C256 284 282 318 315 350C348 318 374 284 372 226C362 246 350 250 340 246"
    "C328 238 302 238 290 246C280 250 268 246 258 226Z",
    "H": "M256 222C240 268 252 316 282 330C292 340 304 340 315 332C326 340 338 340 348 330"
    "C378 316 390 268 374 222C364 246 350 250 340 246C328 238 302 238 290 246"
    "C280 250 266 246 256 222Z",
    "C": "M257 224C248 272 262 312 284 350C298 338 308 322 315 306C322 322 332 338 346 350"
    "C368 312 382 272 373 224C364 246 350 250 340 246C328 238 302 238 290 246"
    "C280 250 266 246 257 224Z",
    "D": "M257 224C246 262 252 300 268 322L362 322C378 300 384 262 373 224C364 246 350 250 340 246"
    "C328 238 302 238 290 246C280 250 266 246 257 224Z",
}


def king_head(hair: str, trim: str, accent: str, coat: str, letter: str) -> Head:
    """Draw the family's own beard, a high crown, a collar of ermine."""
    locks = shape(
        "M252 160C230 196 226 240 240 272C256 284 276 280 286 262L290 190L340 190L344 262"
        "C354 280 374 284 390 272C404 240 400 196 378 160Z",
        hair,
    )
    curls = _strands(
        [(244, 200, 244, 262, 5), (258, 204, 262, 268, 3), (386, 200, 386, 262, -5), (372, 204, 368, 268, -3)]
    )
    ermine = shape(
        "M248 282C222 292 204 306 198 326C226 346 270 356 315 356C360 356 404 346 432 326"
        "C426 306 408 292 382 282C362 300 268 300 248 282Z",
        CREAM,
    )
    tails = "".join(
        fill(f"M{x} {y - 9}C{x + 6} {y} {x + 5} {y + 9} {x} {y + 11}C{x - 5} {y + 9} {x - 6} {y} {x} {y - 9}Z")
        for x, y in ((226, 318), (256, 332), (374, 332), (404, 318), (240, 304), (390, 304))
    )
    beard = shape(_BEARDS[letter], hair)
    ends = [(polar(315, 240, 62, a), polar(315, 232, 88, a)) for a in (150, 165, 180, 195, 210)]
    hairs = _strands(
        [(268, 252, 290, 306, 5), (362, 252, 340, 306, -5), *((a[0], a[1] - 10, b[0], b[1] - 8, 0.0) for a, b in ends)]
    )
    moustache = shape(
        "M315 246C304 236 282 238 270 256C284 256 300 266 315 256C330 266 346 256 360 256C348 238 326 236 315 246Z",
        hair,
        4,
    )
    lip = fill("M303 263C310 268 320 268 327 263C322 273 308 273 303 263Z", RED)
    crown = _crown(trim, accent, 5 if letter in "HD" else 3, 86 if letter in "HD" else 90, 12)
    return locks + curls, ermine + tails + face(is_bearded=True) + beard + hairs + lip + moustache + crown
