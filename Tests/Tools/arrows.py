"""Checks the arrows between the targets: python3 arrows.py DUMP-PACKAGE.json SOURCES.

Tiers, from the top: cli, rigs, services, edges, values. A target may depend on lower tiers; values may also depend on
values. No service imports a service and no edge an edge, but every edge may use Platform. Each C library has one
importer.
"""

import json
import pathlib
import re
import sys

TIERS = {
    "values": "MediaTypes Catalog HLS MP4 HTTP WebVTT StableKeys Network Player QoE",
    "edges": "Platform DASH FFmpeg Signing SQLite HTTPServer HTTPClient Configuration Gzip Checksum QRCode",
    "services": "Packaging Origin MediaCache Playback Conformance Posts",
    "rigs": "Sampling Verification Rehearsal",
    "cli": "CLI",
}
ORDER = list(TIERS)
TIER = {target: tier for tier, targets in TIERS.items() for target in targets.split()}
# Library products that others use alone.
ALONE = {"HLS", "MP4", "DASH"}


def problems(targets, sources):
    importers = {}
    for target in targets:
        name, kind = target["name"], target["type"]
        if kind in ("system", "test") or (target.get("path") or "").startswith("Tests/"):
            continue
        if name not in TIER:
            yield f"{name} has no tier: add it to Tests/Tools/arrows.py and docs/design.md"
            continue
        dependencies = {next(iter(d.values()))[0] for d in target["dependencies"]}
        for dependency in sorted(dependencies):
            if dependency.startswith("C") and dependency in libraries(targets):
                importers.setdefault(dependency, []).append(name)
                if TIER[name] != "edges":
                    yield f"{name} is no edge and imports {dependency}"
            elif not allowed(name, dependency):
                yield f"{name} ({TIER[name]}) may not depend on {dependency} ({TIER.get(dependency, 'no tier')})"
        yield from undeclared(name, dependencies, sources)
    for library, names in importers.items():
        if len(names) > 1:
            yield f"{library} is imported by {', '.join(names)}: one target imports each C library"


def libraries(targets):
    return {target["name"] for target in targets if target["type"] == "system"}


def allowed(name, dependency):
    if name in ALONE or dependency not in TIER:
        return False
    above, below = ORDER.index(TIER[name]), ORDER.index(TIER[dependency])
    if above == below:
        return TIER[name] == "values" or (TIER[name] == "edges" and dependency == "Platform")
    return below < above


def undeclared(name, dependencies, sources):
    """Imports that the manifest does not name; and Foundation where a value would need it."""
    known = set(TIER) | {d for d in dependencies}
    for path in sorted((sources / name).rglob("*.swift")):
        for module in re.findall(r"^(?:\w+ )*import (\w+)", path.read_text(), re.M):
            if module in known and module not in dependencies:
                yield f"{path} imports {module}, which Package.swift does not give to {name}"
            if module.startswith("Foundation") and TIER[name] == "values" and name != "Catalog":
                yield f"{path} imports {module}: values need no Foundation"


def main():
    targets = json.load(open(sys.argv[1]))["targets"]
    found = list(problems(targets, pathlib.Path(sys.argv[2])))
    for problem in found:
        print(f"arrows: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
