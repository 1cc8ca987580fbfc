#!/usr/bin/env python3
"""How often five ways of judging a gap between two groups raise an alarm, as the events go by.

Writes docs/images/evidence-{fair,edge,unfair}.svg and prints the table of the page
docs/guide/how-sure-compared.md. Everything is computed here, apart from the product.
"""
import math
import random
import sys
from pathlib import Path

MARGIN = 0.1
LEVEL = 0.95
EVENTS = 4000
STEP = 20  # how often people look
SLOPES = [(2.0 * 2.0**-k, 14 / 13 / ((k + 1) * (k + 2))) for k in range(13)]


def log_mixture(hits: int, trials: int, chance: float) -> float:
    terms = []
    for slope, weight in SLOPES:
        for sign in (slope, -slope):
            terms.append(math.log(weight / 2) + sign * hits
                         - trials * math.log1p(chance * math.expm1(sign)))
    top = max(terms)
    return top + math.log(sum(math.exp(term - top) for term in terms))


def likelihood_ratio(hits: int, trials: int, chance: float) -> float:
    total = 0.0
    if hits:
        total += hits * math.log(hits / (trials * chance))
    if trials > hits:
        total += (trials - hits) * math.log((trials - hits) / (trials * (1 - chance)))
    return total


def certain(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether the larger rate certainly exceeds the smaller one by more than the margin."""
    (hits_a, n_a), (hits_b, n_b) = sorted((a, b), key=lambda x: -x[0] / x[1])
    if hits_a / n_a - hits_b / n_b <= MARGIN:
        return False
    wanted = -math.log(1 - LEVEL)

    def along(x: float) -> float:
        return log_mixture(hits_a, n_a, x + MARGIN) + log_mixture(hits_b, n_b, x)

    pooled = min(max((hits_a - n_a * MARGIN + hits_b) / (n_a + n_b), 1e-9), 1 - MARGIN - 1e-9)
    most = likelihood_ratio(hits_a, n_a, pooled + MARGIN) + likelihood_ratio(hits_b, n_b, pooled)
    if most < wanted:
        return False
    low, high = 0.0, 1.0 - MARGIN
    for _ in range(60):
        third = (high - low) / 3
        if along(low + third) < along(high - third):
            high -= third
        else:
            low += third
    return along((low + high) / 2) >= wanted


def wilson(hits: int, trials: int) -> tuple[float, float]:
    z = 1.959964
    centre = (hits + z * z / 2) / (trials + z * z)
    reach = z / (trials + z * z) * math.sqrt(hits * (trials - hits) / trials + z * z / 4)
    return centre - reach, centre + reach


def gap_of(a, b, prior: float = 0.0) -> float:
    rates = [(hits + 0.5 * prior) / (trials + prior) for hits, trials in (a, b)]
    return abs(rates[0] - rates[1])


def separated(a, b) -> bool:
    (low_a, high_a), (low_b, high_b) = wilson(*a), wilson(*b)
    return low_a - high_b > MARGIN or low_b - high_a > MARGIN


METHODS = {
    "estimate": lambda a, b: gap_of(a, b) > MARGIN,
    "min_support: 30": lambda a, b: min(a[1], b[1]) >= 30 and gap_of(a, b) > MARGIN,
    "prior worth 20 trials": lambda a, b: gap_of(a, b, 20.0) > MARGIN,
    "Wilson intervals at 95 %": separated,
    "certain at 0.95": certain,
}
COLOURS = ["#b3442f", "#c98a1b", "#7a6ab0", "#3b7ea1", "#2f7d4f"]


def simulate(chances: tuple[float, float], runs: int) -> dict[str, list[float]]:
    looks = EVENTS // STEP
    raised = {name: [0] * looks for name in METHODS}
    for seed in range(runs):
        generator = random.Random(seed)
        tallies = [[0, 0], [0, 0]]
        pending = set(METHODS)
        for event in range(1, EVENTS + 1):
            group = generator.randrange(2)
            tallies[group][1] += 1
            tallies[group][0] += generator.random() < chances[group]
            if event % STEP or not all(trials for _, trials in tallies):
                continue
            for name in [m for m in METHODS if m in pending]:
                if METHODS[name](tuple(tallies[0]), tuple(tallies[1])):
                    pending.discard(name)
                    for later in range(event // STEP - 1, looks):
                        raised[name][later] += 1
    return {name: [100 * count / runs for count in counts] for name, counts in raised.items()}


def draw(path: Path, title: str, curves: dict[str, list[float]]) -> None:
    width, height, left, top = 640, 300, 48, 34
    x = lambda i: left + (width - left - 190) * (i + 1) * STEP / EVENTS
    y = lambda share: top + (height - top - 40) * (1 - share / 100)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             f'<title>{title}</title>', f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<text x="{left}" y="18" font-size="14">{title}</text>']
    for share in (0, 25, 50, 75, 100):
        parts.append(f'<line x1="{left}" x2="{x(EVENTS // STEP - 1):.0f}" y1="{y(share):.1f}" '
                     f'y2="{y(share):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">'
                     f'{share} %</text>')
    for event in (1000, 2000, 3000, 4000):
        parts.append(f'<text x="{x(event // STEP - 1):.0f}" y="{height - 22}" '
                     f'text-anchor="middle">{event:,}</text>')
    parts.append(f'<text x="{left}" y="{height - 6}">events; share of runs with an alarm so far'
                 '</text>')
    ends = sorted((y(curve[-1]), name) for name, curve in curves.items())
    labels, last = {}, -100.0
    for place, name in ends:
        last = max(place, last + 15)
        labels[name] = last
    for colour, (name, curve) in zip(COLOURS, curves.items()):
        points = " ".join(f"{x(i):.1f},{y(share):.1f}" for i, share in enumerate(curve))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" '
                     'stroke-width="2"/>')
        parts.append(f'<text x="{x(EVENTS // STEP - 1) + 8:.0f}" y="{labels[name] + 4:.1f}" '
                     f'fill="{colour}">{name}</text>')
    path.write_text("\n".join(parts) + "\n</svg>\n")


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    images = Path(__file__).parents[2] / "docs" / "images"
    table = {}
    cases = [("fair", (0.5, 0.5), "Equal chances: every alarm is false"),
             ("edge", (0.5, 0.4), "Chances 0.5 and 0.4, not more than 0.1 apart: alarms are false"),
             ("unfair", (0.5, 0.3), "Chances 0.5 and 0.3: an alarm is right")]
    for name, chances, title in cases:
        curves = simulate(chances, runs)
        draw(images / f"evidence-{name}.svg", title, curves)
        for method, curve in curves.items():
            half = next((STEP * (i + 1) for i, share in enumerate(curve) if share >= 50), None)
            table.setdefault(method, []).extend([f"{curve[-1]:.0f} %", half])
    print("| in 4,000 events | 0.5 / 0.5 | 0.5 / 0.4 | 0.5 / 0.3 | half of these by event |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for method, (fair, _, edge, _, right, half) in table.items():
        print(f"| {method} | {fair} | {edge} | {right} | {half or 'later'} |")


if __name__ == "__main__":
    main()
