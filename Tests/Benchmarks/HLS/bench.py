"""Reads a 5,000-segment playlist with our parser, findings on, and with Python's m3u8: bench.py PROGRAM FOLDER.

m3u8 is installed into FOLDER, from PyPI, the first time. Medians of alternating pairs.
"""

import os
import statistics
import subprocess
import sys
import time


def playlist(segments):
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD",
             '#EXT-X-MAP:URI="init.mp4"']
    for index in range(segments):
        lines += ["#EXTINF:2.002,", f"media/video/720/{index:05d}.m4s"]
    return "\n".join(lines + ["#EXT-X-ENDLIST", ""])


def main():
    program, folder = sys.argv[1:]
    library = os.path.join(folder, "m3u8")
    if not os.path.isdir(library):
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", library, "m3u8"], check=True)
    sys.path.insert(0, library)
    import m3u8

    text = playlist(5000)
    path = os.path.join(folder, "bench.m3u8")
    with open(path, "w") as file:
        file.write(text)
    ours, theirs = [], []
    for _ in range(5):
        seconds, segments = subprocess.run([program, path, "50"], capture_output=True, text=True, check=True).stdout.split()
        assert int(segments) == 5000
        ours.append(float(seconds))
        start = time.perf_counter()
        assert len(m3u8.loads(text).segments) == 5000
        theirs.append(time.perf_counter() - start)
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"HLS {mine * 1000:.2f} ms ({len(text) / mine / 1e6:.0f} MB/s)  m3u8 {other * 1000:.1f} ms  ratio {other / mine:.0f}")


main()
