"""Prints a target and all that it depends on: python3 closure.py DUMP-PACKAGE.json TARGET."""

import json
import sys

targets = {target["name"]: target for target in json.load(open(sys.argv[1]))["targets"]}
wanted = set()
waiting = [sys.argv[2]]
while waiting:
    name = waiting.pop()
    if name not in wanted:
        wanted.add(name)
        waiting += [next(iter(dependency.values()))[0] for dependency in targets[name]["dependencies"]]
print(*sorted(wanted))
