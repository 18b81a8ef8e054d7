"""Lists the cases of public enumerations that have no doc comment, which `swift format lint` passes over:
comments.py FOLDER…"""

import pathlib
import re
import sys

missing = 0
for folder in sys.argv[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*.swift")):
        indent = None
        before = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            start = re.match(r"( *)public (?:indirect )?enum \w", line)
            if start and not line.endswith("}"):
                indent = start[1]
            elif indent is not None and line == indent + "}":
                indent = None
            is_case = indent is not None and line.startswith(f"{indent}    case ")
            on_one_line = start and re.search(r"\{ case ", line)
            if on_one_line or is_case and not before.lstrip().startswith("///"):
                print(f"{path}:{number}: a case has no doc comment", file=sys.stderr)
                missing += 1
            before = line
sys.exit(1 if missing else 0)
