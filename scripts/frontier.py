#!/usr/bin/env python3
"""Draws docs/frontier.svg from the table of nets in docs/training.md: error against evaluations a second.

    python3 scripts/frontier.py

The table is the one with the column "static evaluations a second"; rows without an error are left out. The dashed
lines are rows of the table of strength further down that have no speed here.
"""
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
LEFT, RIGHT, TOP, BOTTOM = 70, 620, 20, 310
LINES = ["GNU Backgammon 1.07", "the teacher"]


def rows(text, column):
    """The rows of the first table with this column, each a list of cells by name."""
    lines = iter(text.splitlines())
    header = next(line for line in lines if line.startswith("|") and column in line)
    names = cells(header)
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield dict(zip(names, cells(line)))


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def number(text):
    found = re.match(r"\d*\.\d+|\d+", text)
    return float(found[0]) if found else None


def main():
    text = (DOCS / "training.md").read_text()
    points, speeds = [], "static evaluations a second"
    for row in rows(text, speeds):
        speed, error = number(row[speeds]), number(row["off by"])
        if error is not None:
            points.append((speed, error, row["net"]))
    strength = {row[""]: number(row["error of the equity (root mean square)"])
                for row in rows(text, "error of the equity (root mean square)")}
    lines = [(strength[name], name) for name in LINES]

    first, last = int(min(p[0] for p in points)) - 1, int(max(p[0] for p in points)) + 1
    low, high = 2, int(100 * max([p[1] for p in points] + [l[0] for l in lines])) + 1
    x = lambda speed: LEFT + (speed - first) * (RIGHT - LEFT) / (last - first)
    y = lambda error: BOTTOM - (100 * error - low) * (BOTTOM - TOP) / (high - low)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" font-family="sans-serif" font-size="12">',
           "<title>Nets: error of the equity against evaluations a second</title>",
           '<rect width="640" height="360" fill="white"/>']
    for speed in range(first, last + 1):
        out.append(f'<path d="M{x(speed):.1f} {TOP}V{BOTTOM}" stroke="#eee"/>'
                   f'<text x="{x(speed):.1f}" y="326" text-anchor="middle">{speed}</text>')
    for hundredths in range(low, high + 1):
        at = y(hundredths / 100)
        out.append(f'<path d="M{LEFT} {at:.1f}H{RIGHT}" stroke="#eee"/>'
                   f'<text x="64" y="{at + 4:.1f}" text-anchor="end">.{hundredths:02}</text>')
    out.append('<text x="345" y="348" text-anchor="middle">'
               'static evaluations a second, millions (AVX-512, one thread)</text>')
    out.append('<text transform="translate(20 165) rotate(-90)" text-anchor="middle">'
               'error of the equity (root mean square)</text>')
    for error, name in lines:
        out.append(f'<path d="M{LEFT} {y(error):.1f}H{RIGHT}" stroke="#888" stroke-dasharray="4 3"/>'
                   f'<text x="616" y="{y(error) - 4:.1f}" text-anchor="end" fill="#666">{name}</text>')
    for speed, error, name in points:
        side, anchor = (-8, "end") if speed > (first + last) / 2 + 2 else (8, "start")
        out.append(f'<circle cx="{x(speed):.1f}" cy="{y(error):.1f}" r="4" fill="#1f77b4"/>'
                   f'<text x="{x(speed) + side:.1f}" y="{y(error) + 4:.1f}" text-anchor="{anchor}">{name}</text>')
    out.append("</svg>")
    (DOCS / "frontier.svg").write_text("\n".join(out) + "\n")


main()
