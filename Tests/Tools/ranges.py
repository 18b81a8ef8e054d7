"""Asks for 1,000 random ranges of a file with Python's requests and compares each with the file: ranges.py URL FILE.

Of every kind that RFC 9110 §14 has: first and last, open, suffix, several, nonsense, and with If-Range. Every other one is
asked for over a connection that is kept, as HEAD some of them. Prints how many of each status came; exit 1 when one is wrong.
"""

import collections
import random
import sys

import requests

url, path = sys.argv[1:]
data = open(path, "rb").read()
size = len(data)
random.seed(20)
kept = requests.Session()
kept.trust_env = False
whole = kept.get(url, headers={"Accept-Encoding": "identity"})
assert (whole.status_code, whole.content) == (200, data), whole.status_code
tag, date = whole.headers["ETag"], whole.headers["Last-Modified"]
counts = collections.Counter()


def expected(field, condition):
    """Status, bytes and Content-Range."""
    if condition in ('"other"', "Thu, 01 Jan 1970 00:00:00 GMT"):
        return 200, data, None
    first, _, last = field.removeprefix("bytes=").partition("-")
    if "," in field or not field.startswith("bytes=") or not (first + last).isdecimal() or "-" not in field:
        return 200, data, None
    if not first:
        start, end = max(0, size - int(last)), size
        if int(last) == 0:
            return 416, None, f"bytes */{size}"
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < int(first):
            return 200, data, None
        if start >= size:
            return 416, None, f"bytes */{size}"
    return 206, data[start:end], f"bytes {start}-{end - 1}/{size}"


def field():
    a, b = random.randrange(size + 200), random.randrange(size + 200)
    kinds = [f"{min(a, b)}-{max(a, b)}", f"{a}-", f"-{a}", f"{a}-{b}", f"{a}-{a},{b}-{b}", "-", f"{a}", "x-y", "-0"]
    unit = random.choices(["bytes=", "lines="], [20, 1])[0]
    return unit + random.choices(kinds, [8, 4, 4, 2, 1, 1, 1, 1, 1])[0]


for number in range(1000):
    headers = {"Range": field(), "Accept-Encoding": "identity"}
    condition = random.choices([None, tag, date, '"other"', "Thu, 01 Jan 1970 00:00:00 GMT"], [6, 2, 2, 1, 1])[0]
    if condition:
        headers["If-Range"] = condition
    asked = (headers["Range"], condition)
    client = kept if number % 2 else requests
    if number % 10 == 0:
        answer = client.head(url, headers=headers)
        # RFC 9110 §14.2: a range means something to GET only.
        assert (answer.status_code, answer.content) == (200, b""), asked
        assert answer.headers["Content-Length"] == str(size), asked
    else:
        answer = client.get(url, headers=headers)
        status, body, extent = expected(*asked)
        assert answer.status_code == status, (asked, answer.status_code, status)
        assert body is None or answer.content == body, asked
        assert answer.headers.get("Content-Range") == extent, (asked, answer.headers)
        assert status == 416 or answer.headers["ETag"] == tag, asked
    counts[answer.status_code] += 1
print(*(f"{status}:{count}" for status, count in sorted(counts.items())))
