#!/usr/bin/env python3
"""Builds the files of a release from the list of targets.

    release.py matrix                     what the workflow builds, as a line for $GITHUB_OUTPUT
    release.py archive TARGET PROGRAM TO  one archive into the folder TO, and prints its path
    release.py components TARGET TO       the crates that are compiled into that program
    release.py packs PROGRAM TO           the games of living/, packed, into the folder TO
    release.py finish REPOSITORY TO       checksums, installer, formula and manifest for the archives that lie in TO
    release.py rehearse REPOSITORY TO     the same for those archives that are there, without formula and manifest

An archive depends on the sources alone: no clock, owner or order of a folder stands in it.
"""

import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SHELLS = {"bash": "sleeve.bash", "zsh": "_sleeve", "fish": "sleeve.fish", "powershell": "_sleeve.ps1", "elvish": "sleeve.elv"}
README = """sleeve {version}

The program needs no other files: it contains the games. On Linux it needs glibc 2.34 or later (Debian 12, Ubuntu 22.04).
Copy it into a folder of your PATH and try it:

    mkdir -p ~/.local/bin && cp sleeve ~/.local/bin/
    sleeve --version
    sleeve rules                      list the games and formats
    sleeve new GAME/FORMAT > my.toml  write a deck to fill in
    sleeve check my.toml              check the deck
    sleeve fix my.toml                show the fewest changes that make it legal

man/ contains manual pages: read one by `man -l man/sleeve.1`, or install all by `sleeve man --into ~/.local/share/man/man1`.
completions/ contains the completions for shells: `source completions/sleeve.bash`; `sleeve completions -h` has the others.
Example decks are not in this archive; they are in decks/ of the repository.
NOTICES.txt has the licences of the libraries in the program.
"""


def manifest():
    return (ROOT / "Cargo.toml").read_text(encoding="utf-8")


def value(key):
    return re.search(rf'^{key} = "(.*)"$', manifest(), re.M).group(1)


VERSION = value("version")


def targets():
    lines = (HERE / "targets").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def archive_name(target):
    form = next(form for name, _, form in targets() if name == target)
    return f"sleeve-{VERSION}-{target}.{form}"


def matrix():
    rows = [{"target": target, "runner": runner} for target, runner, _ in targets()]
    return "matrix=" + json.dumps({"include": rows})


def contents(program, target):
    """The files of an archive, with their bytes and whether they are executable."""

    def said(*arguments):
        quiet = {**os.environ, "LC_ALL": "C", "LANG": "C"}
        return subprocess.run([program, *arguments], check=True, capture_output=True, env=quiet).stdout

    def pages(folder):
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}

    files = {"sleeve.exe" if program.endswith(".exe") else "sleeve": (Path(program).read_bytes(), True)}
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"]:
        files[name] = ((ROOT / name).read_bytes(), False)
    files["NOTICES.txt"] = (notices(target).encode(), False)
    files["README.txt"] = (README.format(version=VERSION).encode(), False)
    for language, folder in [("en", "man"), ("fr", "man/fr")]:
        with TemporaryDirectory() as made:
            said("man", "--into", made, "--lang", language)
            files |= {f"{folder}/{name}": (page, False) for name, page in pages(made).items()}
    for shell, name in SHELLS.items():
        files[f"completions/{name}"] = (said("completions", shell), False)
    return files


def write_archive(files, name, place):
    folder = re.sub(r"\.(tar\.gz|zip)$", "", name)
    if name.endswith(".zip"):
        with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(files):
                entry = zipfile.ZipInfo(f"{folder}/{path}", (1980, 1, 1, 0, 0, 0))
                entry.create_system = 3
                entry.external_attr = (0o755 if files[path][1] else 0o644) << 16
                archive.writestr(entry, files[path][0], zipfile.ZIP_DEFLATED)
        return
    with open(place, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for path in sorted(files):
                entry = tarfile.TarInfo(f"{folder}/{path}")
                entry.size, entry.mode = len(files[path][0]), 0o755 if files[path][1] else 0o644
                archive.addfile(entry, io.BytesIO(files[path][0]))


def crates_of(target):
    """The package of the program, and those of the crates that are compiled into it, by name and version."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    needs = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    found, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        if (crate := waiting.pop()) in found:
            continue
        found.add(crate)
        waiting += [need["pkg"] for need in needs[crate] if any(kind["kind"] is None for kind in need["dep_kinds"])]
    root = packages[metadata["resolve"]["root"]]
    others = [packages[id] for id in found if id != root["id"]]
    return root, sorted(others, key=lambda package: (package["name"], package["version"]))


def notices(target):
    """The licences of the crates of others in the program. A text that several crates have is written once."""
    crates, texts = [], {}
    for package in crates_of(target)[1]:
        if package["source"] is None:
            continue
        name = f"{package['name']} {package['version']}"
        crates.append(f"{name}: {package['license']}")
        for path in sorted(Path(package["manifest_path"]).parent.iterdir()):
            if path.is_file() and re.match("(licen[cs]e|copying|notice|unlicense|copyright)", path.name, re.I):
                text = path.read_text(encoding="utf-8", errors="replace").strip()
                texts.setdefault("\n".join(line.rstrip() for line in text.splitlines()), []).append(name)
    parts = [f"{', '.join(names)}:\n\n{text}\n" for text, names in texts.items()]
    head = "The program contains these libraries, under these licences:\n\n"
    return head + "\n".join(crates) + "\n\n" + ("\n" + "-" * 80 + "\n\n").join(parts)


def components(target):
    """The crates in the program, in CycloneDX format."""
    root, crates = crates_of(target)
    locked = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    pattern = r'name = "(.*)"\nversion = "(.*)"\n(?:source = .*\n)?checksum = "(.*)"'
    sums = {(name, version): checksum for name, version, checksum in re.findall(pattern, locked)}

    def component(package):
        name, version = package["name"], package["version"]
        row = {"type": "library", "name": name, "version": version, "purl": f"pkg:cargo/{name}@{version}"}
        if package["license"]:
            row["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        if checksum := sums.get((name, version)):
            row["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return row

    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root) | {"type": "application"}},
        "components": [component(package) for package in crates],
    }


def archive(target, program, to):
    place = Path(to)
    place.mkdir(parents=True, exist_ok=True)
    name = archive_name(target)
    write_archive(contents(str(Path(program).resolve()), target), name, place / name)
    return str(place / name)


def packs(program, to):
    Path(to).mkdir(parents=True, exist_ok=True)
    for folder in sorted((ROOT / "living").iterdir()):
        # An overlay is packed together with the game that it changes.
        base = ROOT / "cards" / tomllib.loads((folder / "game.toml").read_text())["id"]
        parts = [base, folder] if base.is_dir() else [folder]
        subprocess.run([program, "pack", *parts, Path(to) / f"{folder.name}.sleeve", "--force"], check=True)


def formula(base, home, sums):
    def source(target):
        name = archive_name(target)
        return f'      url "{base}/{name}"\n      sha256 "{sums[name]}"\n'

    systems = ""
    for system, family in [("macos", "apple-darwin"), ("linux", "unknown-linux-gnu")]:
        chips = ""
        for chip, processor in [("arm", "aarch64"), ("intel", "x86_64")]:
            chips += f"    on_{chip} do\n{source(f'{processor}-{family}')}    end\n"
        systems += f"  on_{system} do\n{chips}  end\n"
    return f"""class Sleeve < Formula
  desc "Build, check and test-draw decks for card games"
  homepage "{home}"
  version "{VERSION}"
  license any_of: ["MIT", "Apache-2.0"]

{systems}
  def install
    bin.install "sleeve"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/sleeve.bash" => "sleeve"
    zsh_completion.install "completions/_sleeve"
    fish_completion.install "completions/sleeve.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/sleeve --version")
  end
end
"""


def scoop(base, home, sums):
    name = archive_name("x86_64-pc-windows-msvc")
    row = {"url": f"{base}/{name}", "hash": sums[name], "extract_dir": name.removesuffix(".zip")}
    return json.dumps(
        {
            "version": VERSION,
            "description": "Build, check and test-draw decks for card games",
            "homepage": home,
            "license": value("license").replace(" OR ", "|"),
            "architecture": {"64bit": row},
            "bin": "sleeve.exe",
        },
        indent=4,
    )


def finish(home, to, is_rehearsal=False):
    """Writes the remaining files; `home` is the address of the repository."""
    place, base = Path(to), f"{home}/releases/download/v{VERSION}"
    missing = [archive_name(target) for target, _, _ in targets() if not (place / archive_name(target)).is_file()]
    if missing and not is_rehearsal:
        sys.exit(f"not built: {', '.join(missing)}")

    def write(name, text):
        (place / name).write_text(text, encoding="utf-8", newline="\n")

    installer = (HERE / "install.sh").read_text(encoding="utf-8")
    installer = installer.replace("${SLEEVE_VERSION:-}", f"${{SLEEVE_VERSION:-{VERSION}}}")
    write("install.sh", installer.replace("${SLEEVE_RELEASES:-}", f"${{SLEEVE_RELEASES:-{home}/releases/download}}"))

    def checksums():
        made = sorted(path for path in place.iterdir() if path.name != "SHA256SUMS")
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in made}

    sums = checksums()
    if is_rehearsal:
        write("SHA256SUMS", "".join(f"{checksum}  {name}\n" for name, checksum in sums.items()))
        return
    write("sleeve.rb", formula(base, home, sums))
    write("sleeve.json", scoop(base, home, sums) + "\n")
    write("SHA256SUMS", "".join(f"{checksum}  {name}\n" for name, checksum in checksums().items()))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["matrix"]:
            print(matrix())
        case ["version"]:
            print(VERSION)
        case ["archive", target, program, to]:
            print(archive(target, program, to))
        case ["components", target, to]:
            text = json.dumps(components(target), indent=1) + "\n"
            (Path(to) / f"sleeve-{VERSION}-{target}.cdx.json").write_text(text, encoding="utf-8", newline="\n")
        case ["packs", program, to]:
            packs(str(Path(program).resolve()), to)
        case ["finish", home, to]:
            finish(home.rstrip("/"), to)
        case ["rehearse", home, to]:
            finish(home.rstrip("/"), to, is_rehearsal=True)
        case _:
            sys.exit(__doc__)
