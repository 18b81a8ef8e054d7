"""The same measurements of Python's diskcache (PyPI), for comparison: python3 diskcache_bench.py DIR."""

import statistics
import sys
import time

import diskcache


def timed(call):
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e6


def key(number):
    return f"reel-{number // 20}:0123456789abcdef:video/360:{number % 20}"


megabyte, small = b"\x5a" * (1 << 20), b"\x01" * 1024
large = diskcache.Cache(f"{sys.argv[1]}/large")
print(f"store 1 MB: {statistics.median(timed(lambda: large.set(key(n), megabyte)) for n in range(64)):.0f} µs")
print(f"hit, 1 MB, never digested: {statistics.median(timed(lambda: large.get(key(n))) for n in range(64)):.0f} µs")
many = diskcache.Cache(f"{sys.argv[1]}/small")
print(f"store 1 kB: {statistics.median(timed(lambda: many.set(key(n), small)) for n in range(20000)):.0f} µs")
many.close()
start = time.perf_counter()
many = diskcache.Cache(f"{sys.argv[1]}/small")
print(f"open 20000 objects: {(time.perf_counter() - start) * 1e6:.0f} µs")
print(f"small hit: {statistics.median(timed(lambda: many.get(key(n))) for n in range(0, 20000, 7)):.0f} µs")
