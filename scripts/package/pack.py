#!/usr/bin/env python3
"""Puts a program that was built into packages: archive, Debian package, Python wheel, sums.

    pack.py PROGRAM TARGET FOLDER

PROGRAM is a stripped `gammon` (or `gammon.exe`), TARGET the triple it was built for; the packages go into FOLDER. The
same inputs give the same bytes: times are $SOURCE_DATE_EPOCH (1 January 2026 without it), owners are nobody. Needs
Python 3.11 and its own library; `dpkg-deb` for the Debian package.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# What a package says of itself: the page of the repository speaks of checkouts.
README = ROOT / "scripts/package/README.md"
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH") or 1767225600)
SHELLS = {"bash": "gammon.bash", "zsh": "_gammon", "fish": "gammon.fish", "powershell": "_gammon.ps1"}
# Names of processors: ours, Debian's.
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


class Build:
    """What goes into packages, as (path in the archive, bytes, whether it is a program)."""

    def __init__(self, program: Path, target: str):
        self.program = program.read_bytes()
        self.target = target
        self.system = next(name for name in ("linux", "darwin", "windows") if name in target)
        self.processor = target.split("-")[0]
        self.name = "gammon.exe" if self.system == "windows" else "gammon"
        with open(ROOT / "Cargo.toml", "rb") as file:
            cargo = tomllib.load(file)
        self.version = cargo["workspace"]["package"]["version"]
        self.summary = cargo["package"]["description"]
        self.home = cargo["workspace"]["package"].get("repository", "")
        self.pages, self.completions = self.ask_program(program)
        self.notices = notices(target)

    def ask_program(self, program: Path):
        """Manual pages and completions, which a program of this machine writes itself."""
        command = os.environ.get("GAMMON_NATIVE", str(program))
        with tempfile.TemporaryDirectory() as folder:
            env = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "USERPROFILE": folder}
            env.update({name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ})
            run(command, "man", os.path.join(folder, "man"), env=env)
            pages = {path.name: path.read_bytes() for path in sorted(Path(folder, "man").iterdir())}
            completions = {name: run(command, "completions", shell, env=env) for shell, name in SHELLS.items()}
        return pages, completions

    def texts(self):
        names = ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"]
        texts = {name: (ROOT / name).read_bytes() for name in names}
        texts["README.md"] = README.read_bytes()
        texts["LICENSES-OF-PARTS.txt"] = self.notices
        for script in sorted((ROOT / "scripts").glob("*.gbs")):
            texts["scripts/" + script.name] = script.read_bytes()
        texts["scripts/positions.txt"] = (ROOT / "scripts/positions.txt").read_bytes()
        return texts


def notices(target: str) -> bytes:
    """The licences of the crates that are in the program, from their own files."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data = json.loads(run(*command, cwd=ROOT))
    parts = {part["id"]: part for part in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    waiting = [data["resolve"]["root"]]
    linked = set()
    while waiting:
        node = waiting.pop()
        if node in linked:
            continue
        linked.add(node)
        for dependency in nodes[node]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    out = ["gammon contains these crates, each under its own licence. Below are the texts that come with them.\n"]
    texts: dict[str, list[str]] = {}
    named = re.compile(r"(?i)(licen[cs]e|copying|notice|unlicense)")
    for part in sorted((parts[node] for node in linked), key=lambda part: (part["name"], part["version"])):
        if part["source"] is None:
            continue
        out.append(f"{part['name']} {part['version']}: {part['license']}")
        for file in sorted(Path(part["manifest_path"]).parent.iterdir()):
            if file.is_file() and named.match(file.name) and file.suffix != ".html":
                text = file.read_text(encoding="utf-8", errors="replace")
                text = "\n".join(line.rstrip() for line in text.strip().splitlines())
                texts.setdefault(text, []).append(f"{part['name']} {part['version']}")
    for text, holders in texts.items():
        out.append(f"\n{'=' * 100}\n{', '.join(holders)}\n\n{text}")
    return ("\n".join(out) + "\n").encode()


# --- archives ---------------------------------------------------------------------------------------------------------


def tar(files, to: Path):
    """A tar.gz of (path, bytes, mode)."""
    with open(to, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=EPOCH) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path, data, mode in sorted(files):
                info = tarfile.TarInfo(path)
                info.size, info.mode, info.mtime = len(data), mode, EPOCH
                archive.addfile(info, io.BytesIO(data))


def zipped(files, to: Path):
    """A zip of (path, bytes, mode)."""
    import time

    moment = time.gmtime(max(EPOCH, 315532800))[:6]
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data, mode in files:
            info = zipfile.ZipInfo(path, moment)
            info.external_attr = (0o100000 | mode) << 16
            info.create_system = 3
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)


def archive(build: Build, folder: Path) -> Path:
    top = f"gammon-{build.version}-{build.target}"
    files = [(f"{top}/{build.name}", build.program, 0o755)]
    files += [(f"{top}/{name}", data, 0o644) for name, data in build.texts().items()]
    files += [(f"{top}/man/{name}", data, 0o644) for name, data in build.pages.items()]
    files += [(f"{top}/completions/{name}", data, 0o644) for name, data in build.completions.items()]
    if build.system == "windows":
        to = folder / f"{top}.zip"
        zipped(sorted(files), to)
    else:
        to = folder / f"{top}.tar.gz"
        tar(files, to)
    return to


# --- Debian -----------------------------------------------------------------------------------------------------------


def glibc(program: bytes):
    """The newest version of the GNU C library that the program asks for; None for a program without it."""
    asked = {tuple(map(int, found.split(b"."))) for found in re.findall(rb"GLIBC_(\d+\.\d+(?:\.\d+)?)\0", program)}
    return max(asked, default=None)


def debian(build: Build, folder: Path) -> Path:
    to = folder / f"gammon_{build.version}-1_{DEBIAN[build.processor]}.deb"
    floor = glibc(build.program)
    with tempfile.TemporaryDirectory() as made:
        root = Path(made, "root")
        squeeze = lambda data: gzip.compress(data, 9, mtime=0)
        files = {"usr/bin/gammon": build.program}
        for name, data in build.pages.items():
            files[f"usr/share/man/man{name[-1]}/{name}.gz"] = squeeze(data)
        places = {"bash": "bash-completion/completions/gammon", "zsh": "zsh/vendor-completions/_gammon",
                  "fish": "fish/vendor_completions.d/gammon.fish"}
        for shell, place in places.items():
            files[f"usr/share/{place}"] = build.completions[SHELLS[shell]]
        doc = "usr/share/doc/gammon"
        for name, data in build.texts().items():
            if name.startswith("scripts/"):
                files[f"{doc}/examples/{name[8:]}"] = data
        mit, others = (ROOT / "LICENSE-MIT").read_bytes(), build.notices
        head = b"gammon is under MIT or Apache-2.0 (/usr/share/common-licenses/Apache-2.0), at your option.\n\n"
        files[f"{doc}/copyright"] = head + mit + b"\n" + others
        files[f"{doc}/changelog.gz"] = squeeze((ROOT / "CHANGELOG.md").read_bytes())
        size = sum(len(data) for data in files.values()) // 1024
        for name, data in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755 if name == "usr/bin/gammon" else 0o644)
        (root / "DEBIAN").mkdir()
        needs = f"Depends: libc6 (>= {'.'.join(map(str, floor))})\n" if floor else ""
        home = f"Homepage: {build.home}\n" if build.home else ""
        control = (
            f"Package: gammon\nVersion: {build.version}-1\nArchitecture: {DEBIAN[build.processor]}\n"
            f"Maintainer: the maintainers of gammon\nInstalled-Size: {size}\n{needs}"
            f"Section: games\nPriority: optional\n{home}Suggests: python3, less\nDescription: {build.summary}\n"
            " It evaluates positions, ranks plays, judges cube decisions, reads matches, and rolls\n"
            " positions out with results that can be repeated to the last bit.\n"
        )
        (root / "DEBIAN/control").write_text(control)
        for path in [*root.rglob("*"), root]:
            os.utime(path, (EPOCH, EPOCH))
            if path.is_dir():
                path.chmod(0o755)
        env = {**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)}
        run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(to), env=env)
    return to


# --- wheel ------------------------------------------------------------------------------------------------------------


def platform(build: Build) -> str:
    """The tag of the machines that the program runs on."""
    if build.system == "windows":
        return {"x86_64": "win_amd64", "aarch64": "win_arm64"}[build.processor]
    if build.system == "darwin":
        return {"x86_64": "macosx_10_12_x86_64", "aarch64": "macosx_11_0_arm64"}[build.processor]
    floor = glibc(build.program)
    if floor is None:
        # A program without a library runs on every Linux.
        return ".".join(f"{kind}_{build.processor}" for kind in ("manylinux_2_17", "manylinux2014", "musllinux_1_1"))
    floor = max(floor, (2, 17))
    old = f".manylinux2014_{build.processor}" if floor == (2, 17) else ""
    return f"manylinux_{floor[0]}_{floor[1]}_{build.processor}{old}"


def wheel(build: Build, folder: Path) -> Path:
    with open(ROOT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    assert project["version"] == build.version, "pyproject.toml and Cargo.toml name different versions"
    tag = platform(build)
    info = f"gammon-{build.version}.dist-info"
    python = ROOT / "src/python"
    files = [("gnubg.py", (python / "gnubg.py").read_bytes(), 0o644)]
    files += [(f"gammon/{name}", (python / "gammon" / name).read_bytes(), 0o644) for name in ("__init__.py", "py.typed")]
    files.append((f"gammon-{build.version}.data/scripts/{build.name}", build.program, 0o755))
    licences = ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES-OF-PARTS.txt"]
    texts = build.texts()
    files += [(f"{info}/licenses/{name}", texts[name], 0o644) for name in licences]
    metadata = [
        "Metadata-Version: 2.4", "Name: gammon", f"Version: {build.version}", f"Summary: {project['description']}",
        "License-Expression: MIT OR Apache-2.0", *(f"License-File: {name}" for name in licences),
        f"Keywords: {','.join(project['keywords'])}", *(f"Classifier: {each}" for each in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}", "Description-Content-Type: text/markdown",
    ]
    text = "\n".join(metadata) + "\n\n" + README.read_text(encoding="utf-8")
    files.append((f"{info}/METADATA", text.encode(), 0o644))
    tags = "".join(f"Tag: py3-none-{each}\n" for each in tag.split("."))
    wheel_text = f"Wheel-Version: 1.0\nGenerator: gammon packaging\nRoot-Is-Purelib: false\n{tags}"
    files.append((f"{info}/WHEEL", wheel_text.encode(), 0o644))
    record = ""
    for path, data, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(data)}\n"
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))
    to = folder / f"gammon-{build.version}-py3-none-{tag}.whl"
    zipped(files, to)
    return to


def main():
    program, target, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    build = Build(program, target)
    made = [archive(build, folder), wheel(build, folder)]
    if build.system == "linux" and build.processor in DEBIAN:
        if shutil.which("dpkg-deb"):
            made.append(debian(build, folder))
        else:
            print("NOT MADE: the Debian package, for there is no dpkg-deb", file=sys.stderr)
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()
            if path.suffix in (".gz", ".zip", ".whl", ".deb") or path.name.endswith(".cdx.json")}
    (folder / "SHA256SUMS").write_text("".join(f"{sums[name]}  {name}\n" for name in sorted(sums)))
    print(f"{len(build.program) / 1e6:8.1f} MB  the program")
    for path in made:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path}")


main()
