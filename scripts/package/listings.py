#!/usr/bin/env python3
"""Writes what package managers ask for about the archives of a release.

    listings.py FOLDER URL

FOLDER holds the archives that scripts/package.sh has made, of as many systems as there are; URL is where they can be
fetched. Into FOLDER go `gammon.rb` for Homebrew, `gammon.json` for Scoop, and the three manifests that winget wants. Each
is put into the repository of its package manager by hand.
"""

import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
with open(ROOT / "Cargo.toml", "rb") as file:
    CARGO = tomllib.load(file)
VERSION = CARGO["workspace"]["package"]["version"]
SUMMARY = CARGO["package"]["description"]
WINGET = "gammon.gammon"
# Homebrew's names of systems and processors.
BREW = [("on_macos", "on_arm", "aarch64-apple-darwin"), ("on_macos", "on_intel", "x86_64-apple-darwin"),
        ("on_linux", "on_arm", "aarch64-unknown-linux-gnu"), ("on_linux", "on_intel", "x86_64-unknown-linux-gnu")]


class Archives:
    """The archives of a folder, by target: address and SHA-256."""

    def __init__(self, folder: Path, url: str):
        self.found = {}
        for path in sorted(folder.iterdir()):
            name = re.fullmatch(rf"gammon-{re.escape(VERSION)}-(.+?)\.(?:tar\.gz|zip)", path.name)
            if name:
                self.found[name[1]] = (f"{url}/{path.name}", hashlib.sha256(path.read_bytes()).hexdigest())
        # The page of the release, or at least where the archives are.
        self.home = re.sub(r"/releases/download/.*", "", url)

    def windows(self):
        return next(((target, *found) for target, found in self.found.items() if "x86_64-pc-windows" in target), None)


def homebrew(archives: Archives) -> str | None:
    systems = []
    for system in ("on_macos", "on_linux"):
        places = [(processor, *archives.found[target]) for its, processor, target in BREW
                  if its == system and target in archives.found]
        if places:
            inner = "".join(f'    {processor} do\n      url "{url}"\n      sha256 "{digest}"\n    end\n'
                            for processor, url, digest in places)
            systems.append(f"  {system} do\n{inner}  end\n")
    if not systems:
        return None
    return f"""class Gammon < Formula
  desc "Backgammon shell: the best play, the cube, rollouts, matches"
  homepage "{archives.home}"
  version "{VERSION}"
  license any_of: ["MIT", "Apache-2.0"]

{chr(10).join(systems)}
  def install
    bin.install "gammon"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
    bash_completion.install "completions/gammon.bash" => "gammon"
    zsh_completion.install "completions/_gammon"
    fish_completion.install "completions/gammon.fish"
    pkgshare.install "scripts"
  end

  test do
    assert_match "8/5 6/5", shell_output("#{{bin}}/gammon --no-rc -e 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10; hint'")
  end
end
"""


def scoop(archives: Archives) -> str | None:
    if not (archive := archives.windows()):
        return None
    target, url, digest = archive
    manifest = {
        "version": VERSION, "description": SUMMARY, "homepage": archives.home, "license": "MIT|Apache-2.0",
        "architecture": {"64bit": {"url": url, "hash": digest, "extract_dir": f"gammon-{VERSION}-{target}"}},
        "bin": "gammon.exe",
    }
    return json.dumps(manifest, indent=4) + "\n"


def winget(archives: Archives) -> dict[str, str]:
    """The manifests of winget by the ends of their names; their values are quoted as JSON, which YAML contains."""
    if not (archive := archives.windows()):
        return {}
    target, url, digest = archive
    kinds = {
        "": ("version", {"DefaultLocale": "en-US"}),
        ".installer": ("installer", {
            "InstallerType": "zip", "NestedInstallerType": "portable",
            "NestedInstallerFiles": [{"RelativeFilePath": rf"gammon-{VERSION}-{target}\gammon.exe",
                                      "PortableCommandAlias": "gammon"}],
            "Installers": [{"Architecture": "x64", "InstallerUrl": url, "InstallerSha256": digest.upper()}],
        }),
        ".locale.en-US": ("defaultLocale", {
            "PackageLocale": "en-US", "Publisher": "The maintainers of gammon", "PackageName": "gammon",
            "PackageUrl": archives.home, "License": "MIT OR Apache-2.0", "ShortDescription": SUMMARY, "Moniker": "gammon",
            "Tags": ["backgammon", "gnubg", "rollout"],
        }),
    }
    texts = {}
    for end, (kind, rows) in kinds.items():
        rows = {"PackageIdentifier": WINGET, "PackageVersion": VERSION, **rows, "ManifestType": kind, "ManifestVersion": "1.6.0"}
        texts[end] = "".join(f"{word}: {json.dumps(value)}\n" for word, value in rows.items())
    return texts


def main():
    folder, url = Path(sys.argv[1]), sys.argv[2].rstrip("/")
    archives = Archives(folder, url)
    listings = {"gammon.rb": homebrew(archives), "gammon.json": scoop(archives)}
    listings.update({f"{WINGET}{end}.yaml": text for end, text in winget(archives).items()})
    for name, text in listings.items():
        if text:
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)
    for what, targets in (("Homebrew", [target for *_, target in BREW]), ("Scoop and winget", ["x86_64-pc-windows-msvc"])):
        missing = [target for target in targets if target not in archives.found]
        if missing:
            print(f"{what}: no archive for {', '.join(missing)}", file=sys.stderr)


main()
