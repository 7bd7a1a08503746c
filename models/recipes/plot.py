"""Line charts as SVG: a measure over a size, one line per system."""

from xml.sax.saxutils import escape

_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#17a2b8")
_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 180, 40, 50


def lines(title: str, across: str, series: dict[str, dict[int, float]], up: str = "AUC") -> str:
    """The chart; `series` maps a name to the measure `up` by size. Both axes are linear."""
    sizes = sorted({size for values in series.values() for size in values})
    found = [value for values in series.values() for value in values.values()]
    low, high = int(min(found) * 20) / 20, (int(max(found) * 20) + 1) / 20

    def x(size: float) -> float:
        span = max(sizes) - min(sizes) or 1
        return _LEFT + (size - min(sizes)) / span * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>',
        f'<text x="16" y="{_HEIGHT / 2}" transform="rotate(-90 16 {_HEIGHT / 2})" text-anchor="middle">{escape(up)}</text>',
    ]
    steps = round((high - low) / 0.05)
    for step in range(steps + 1):
        value = low + 0.05 * step
        parts.append(f'<path d="M{_LEFT} {y(value):.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2f}</text>')
    for size in sizes:
        parts.append(f'<text x="{x(size):.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{size:,}</text>')
    for number, (name, values) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(values.items()))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for size, value in values.items():
            parts.append(f'<circle cx="{x(size):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>')
        at = _TOP + 20 * number
        parts.append(f'<path d="M{_WIDTH - _RIGHT + 15} {at}h20" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{_WIDTH - _RIGHT + 40}" y="{at + 4}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
