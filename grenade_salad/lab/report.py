"""A sweep as a web page: one file with its plots, without network and script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grenade_salad.lab.sweep import Measure, Result

_WIDTH, _ROW, _LEFT, _RIGHT, _TOP, _BOTTOM = 560, 26, 190, 70, 8, 22
"""Sizes of a plot: its width, the height of a row, and the margins.

Names and numbers are in the margins.
"""
_BASELINE = 4.5
"""The distance from the middle of a row to the baseline of its text."""
_GAP = 0.04
"""The space left and right of the values, as a share of their range."""
_MAX_FROM_ZERO = 0.6
"""The axis begins at 0 if the values fill more than this share of it then."""
_MAX_NAME_LENGTH = 26
"""Maximum number of characters of a name that is beside a row."""
_STYLE = """
:root { color-scheme: light dark; --ink: #1d2a33; --paper: #fbfaf7; --line: #b9c2c8; --dot: #c2410c; --soft: #5b6b75 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecee; --paper: #151b1f; --line: #44525b; --dot: #fb923c; --soft: #9fb0ba } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1180px;
  margin: 2rem auto; padding: 0 1rem }
h1 { line-height: 1.2 } figure { margin: 0; break-inside: avoid } figcaption { font-weight: 600; margin-top: 1rem }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); gap: .5rem 2rem }
svg { width: 100%; max-width: 640px; height: auto; font: 13px system-ui, sans-serif; fill: var(--ink) }
svg .bar { stroke: var(--dot); stroke-width: 2.5; stroke-linecap: round } svg circle { fill: var(--dot) }
svg .axis { stroke: var(--line) } svg .soft { fill: var(--soft) }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } .wide { overflow-x: auto }
td, th { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right } td:first-child,
th:first-child { text-align: left }
"""


def format_page(title: str, paragraphs: Sequence[str], results: Sequence[Result]) -> str:
    """Return the page as HTML.

    It has a line for each of `paragraphs`, the fairness of the seats, a plot of each measure, and all numbers.
    """
    names = [result.setting.name or "as it is" for result in results]
    measures = {measure.name: measure for result in results for measure in result.measures}
    plots = "\n".join(_format_figure(name, _select_measure(results, name), names) for name in measures)
    lines = "".join(f"<p>{escape(line)}</p>" for line in paragraphs)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head><body>'
        f"<h1>{escape(title)}</h1>{lines}<h2>Are the seats alike?</h2>{_format_fairness(results, names)}"
        f'<h2>What the rules change</h2><p>Dots are means, lines their 95 % intervals.</p><div class="plots">{plots}'
        f"</div><h2>All numbers</h2>{_format_numbers(results, list(measures), names)}</body></html>\n"
    )


def _select_measure(results: Sequence[Result], name: str) -> list[Measure | None]:
    """Return that measure of each setting; None where it could not be measured."""
    return [next((measure for measure in result.measures if measure.name == name), None) for result in results]


def format_value(value: float, is_share: bool) -> str:
    """Format a number for people.

    >>> format_value(0.5, True), format_value(12.345, False), format_value(0.0123, False)
    ('50.0 %', '12.3', '0.012')
    """
    if is_share:
        return f"{value:.1%}".replace("%", " %")
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def _format_figure(name: str, measures: Sequence[Measure | None], names: Sequence[str]) -> str:
    """Format one measure: a dot and its interval for each setting, below each other."""
    measured = [measure for measure in measures if measure]
    low, high = min(measure.low for measure in measured), max(measure.high for measure in measured)
    if low >= 0 and high - low > high * _MAX_FROM_ZERO:
        low = 0.0
    span = (high - low) or 1.0
    low, high = low - span * _GAP, high + span * _GAP

    def x(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)

    bottom = _TOP + _ROW * len(measures)
    height = bottom + _BOTTOM
    parts = [f'<line class="axis" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{bottom}" y2="{bottom}"/>']
    for end in (low + span * _GAP, high - span * _GAP):
        position = f'x="{x(end):.1f}" y="{height - 6}" text-anchor="middle"'
        parts.append(f'<text class="soft" {position}>{format_value(end, measured[0].share)}</text>')
    for row, (measure, setting) in enumerate(zip(measures, names, strict=True)):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(f'<text x="{_LEFT - 10}" y="{y + _BASELINE}" text-anchor="end">{escape(_shorten(setting))}</text>')
        if measure is None:
            continue
        mean = format_value(measure.mean, measure.share)
        interval = f"{mean}, {format_value(measure.low, measure.share)} to {format_value(measure.high, measure.share)}"
        parts.append(
            f"<g><title>{escape(setting)}: {interval}</title>"
            f'<line class="bar" x1="{x(measure.low):.1f}" x2="{x(measure.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle cx="{x(measure.mean):.1f}" cy="{y}" r="4.5"/></g>'
            f'<text class="soft" x="{_WIDTH - _RIGHT + 12}" y="{y + _BASELINE}">{mean}</text>'
        )
    plot = "".join(parts)
    return (
        f"<figure><figcaption>{escape(name)}</figcaption>"
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(name)}">{plot}</svg></figure>'
    )


def _shorten(name: str) -> str:
    return name if len(name) <= _MAX_NAME_LENGTH else f"{name[: _MAX_NAME_LENGTH - 1]}…"


def _format_fairness(results: Sequence[Result], names: Sequence[str]) -> str:
    """Format the shares of seats, and whether they are significantly different."""
    seats = range(len(results[0].wins))
    head = "".join(f"<th>seat {seat}</th>" for seat in seats)
    rows = []
    for result, name in zip(results, names, strict=True):
        total = sum(result.wins)
        shares = "".join(f"<td>{format_value(won / total, is_share=True)}</td>" for won in result.wins)
        verdict = "a seat is favoured" if result.is_unfair else "nothing shown"
        cells = f"<td>{escape(name)}</td>{shares}<td>{result.p:.4f}</td><td>{result.holm:.4f}</td><td>{verdict}</td>"
        rows.append(f"<tr>{cells}</tr>")
    return (
        '<div class="wide"><table><tr><th>setting</th>'
        f"{head}<th>p</th><th>p after Holm</th><th></th></tr>{''.join(rows)}</table></div>"
    )


def _format_numbers(results: Sequence[Result], measures: Sequence[str], names: Sequence[str]) -> str:
    """Format every mean, its interval, and its difference from the first setting."""
    rows = []
    for name in measures:
        for measure, setting in zip(_select_measure(results, name), names, strict=True):
            if measure is None:
                continue
            cells = [format_value(value, measure.share) for value in (measure.mean, measure.low, measure.high)]
            differences = [measure.more, measure.more_low, measure.more_high]
            cells += [
                "" if value is None else f"{'+' if value > 0 else ''}{format_value(value, measure.share)}"
                for value in differences
            ]
            columns = "".join(f"<td>{cell}</td>" for cell in [escape(setting), str(measure.deals), *cells])
            rows.append(f"<tr><td>{escape(name)}</td>{columns}</tr>")
    head = "".join(
        f"<th>{word}</th>"
        for word in ("measure", "setting", "deals", "mean", "low", "high", "against the first", "low", "high")
    )
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(rows)}</table></div>'
