#!/usr/bin/env python3
"""Checks that every relative link of every page (*.md) leads to a file, and to a heading where it names one.

Also checks that docs/SUMMARY.md names every page of the site. Prints the faults and ends with status 1 if there are any.
"""

import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)")
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)


def pages():
    """All pages that are in git or new."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )
    names = listed.stdout.split("\n") if listed.returncode == 0 else []
    found = [ROOT / name for name in names if name] or [
        path for path in ROOT.rglob("*.md") if "target" not in path.parts
    ]
    return sorted(path for path in found if path.exists())


def anchors(text):
    """The anchors of a page's headings, as GitHub and mdBook make them."""
    found, seen = set(), {}
    for heading in re.findall(r"^#{1,6}\s+(.*?)\s*#*$", FENCE.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        found.add(anchor if count == 0 else f"{anchor}-{count}")
    return found | set(re.findall(r'(?:id|name)="([^"]+)"', text))


def main():
    texts = {path: path.read_text(encoding="utf-8") for path in pages()}
    known = {path: anchors(text) for path, text in texts.items()}
    faults, links = [], 0
    for path, text in texts.items():
        prose = re.sub(r"`[^`\n]*`", "", FENCE.sub(lambda block: "\n" * block[0].count("\n"), text))
        for link in LINK.finditer(prose):
            target = link[1]
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            links += 1
            where = f"{path.relative_to(ROOT)}:{prose.count(chr(10), 0, link.start()) + 1}"
            file, _, anchor = urllib.parse.unquote(target).partition("#")
            to = (path.parent / file).resolve() if file else path
            if not to.exists():
                faults.append(f"{where}: no file {file}")
            elif anchor and anchor not in known.get(to, ()):
                faults.append(f"{where}: no heading #{anchor} in {to.relative_to(ROOT)}")
    summary = ROOT / "docs" / "SUMMARY.md"
    named = {(summary.parent / link[1]).resolve() for link in LINK.finditer(texts.get(summary, ""))}
    for path in texts:
        if summary.parent in path.parents and path != summary and path not in named:
            faults.append(f"{path.relative_to(ROOT)}: not named in docs/SUMMARY.md")
    print("\n".join(faults) or f"{links} links of {len(texts)} pages lead somewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
