"""Compares the signed origin with nginx that serves the same files unsigned: bench.py REELRIG FOLDER [SECONDS [STEADY]].

Both write an access log. Every number is the median of pairs that alternate; SECONDS is the length of one run, and under
full load STEADY seconds are watched for memory and descriptors.
"""

import base64
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request

VERSION = "0123456789abcdef"
ROUNDS = 5
NGINX = """
worker_processes auto; pid {folder}/nginx.pid; error_log {folder}/nginx-error.log crit; daemon off;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
  access_log {folder}/nginx-access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  types {{ application/vnd.apple.mpegurl m3u8; video/mp4 m4s; image/jpeg jpg; }}
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{ listen 127.0.0.1:{port} backlog=4096; root {root}; }}
}}
"""


def make_package(root):
    """A reel with segments of 1 MB, a playlist of 300 segments and a poster of 4 KB."""
    folder = root / "bench" / VERSION
    (folder / "video/720").mkdir(parents=True)
    playlist = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", '#EXT-X-MAP:URI="init.mp4"']
    for index in range(300):
        playlist += ["#EXTINF:2.002000,", f"{index:05d}.m4s"]
    files = {f"video/720/{index:05d}.m4s": os.urandom(1 << 20) for index in range(16)}
    files["poster.jpg"] = os.urandom(4096)
    files["video/720/playlist.m3u8"] = "\n".join(playlist + ["#EXT-X-ENDLIST", ""]).encode()
    files["multivariant.m3u8"] = b"#EXTM3U\nvideo/720/playlist.m3u8\n"
    entries = []
    for path, content in sorted(files.items()):
        (folder / path).write_bytes(content)
        entries.append({"path": path, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    document = {
        "format": 1, "reel": "bench", "version": VERSION, "recipe": "0" * 64, "duration": {"value": 32, "timescale": 1},
        "grid": {"timescale": 1, "boundaries": [0, 32]}, "renditions": [],
        "objects": [entry for entry in entries if not entry["path"].endswith(".m3u8")],
        "playlists": [entry for entry in entries if entry["path"].endswith(".m3u8")], "warnings": [],
    }
    (folder / "package.json").write_text(json.dumps(document))
    (root / "bench" / "reel.json").write_text(json.dumps({
        "format": 1, "id": "bench", "version": VERSION, "recipe": "0" * 64, "removed": False, "durationMs": 32000,
        "aspect": "9:16", "previewColor": "#102030", "poster": "poster.jpg"}))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
    sys.exit("a server did not start")


def load(url, seconds, connections=32, threads=1):
    """Requests a second of wrk. What is no 200 ends the comparison."""
    text = subprocess.run(["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", url], capture_output=True,
                          text=True, check=True).stdout
    if "Non-2xx" in text:
        sys.exit(f"not every answer was 200:\n{text}")
    return float(re.search(r"Requests/sec:\s+([0-9.]+)", text).group(1))


def processor_seconds(pid):
    """Of a process and its children that still run."""
    tasks = [pid] + [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    fields = [pathlib.Path(f"/proc/{task}/stat").read_text().rsplit(")", 1)[1].split() for task in tasks]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def measured(pid, url, seconds):
    """Requests a second, and microseconds of processor time that the server took for one."""
    before = processor_seconds(pid)
    rate = load(url, seconds)
    return rate, (processor_seconds(pid) - before) / (rate * seconds) * 1e6


def pairs(name, ours, theirs, seconds, goal, other="nginx"):
    """Prints the median ratio of alternating runs. Each side is (process, URL)."""
    mine, yours = [], []
    for _ in range(ROUNDS):
        yours.append(measured(*theirs, seconds))
        mine.append(measured(*ours, seconds))
    ratio = statistics.median(a / b for (a, _), (b, _) in zip(mine, yours))
    rates = [statistics.median(rate for rate, _ in runs) for runs in (mine, yours)]
    costs = [statistics.median(cost for _, cost in runs) for runs in (mine, yours)]
    print(f"{name:30} reelrig {rates[0]:7.0f}/s ({costs[0]:4.0f} µs)  {other} {rates[1]:7.0f}/s ({costs[1]:4.0f} µs)  "
          f"ratio {ratio:.2f}  (wanted: {goal})", flush=True)


def status(pid, key):
    return int(re.search(rf"{key}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1))


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def crowd(pid, port, url):
    """Memory with 1,000 idle and 200 busy connections above that of the idle server."""
    before = status(pid, "VmRSS")
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(1000)]
    for connection in idle:
        connection.sendall(b"GET /v1/reels HTTP/1.1\r\nHost: h\r\n\r\n")
    for connection in idle:
        connection.recv(4096)
    wrk = subprocess.Popen(["wrk", "-t1", "-c200", "-d5s", url], stdout=subprocess.DEVNULL)
    most = before
    while wrk.poll() is None:
        most = max(most, status(pid, "VmRSS"))
        time.sleep(0.05)
    for connection in idle:
        connection.close()
    print(f"{'1,000 idle and 200 busy':34} {(most - before) / 1024:9.1f} MB above {before / 1024:.1f} MB  (wanted: 60)",
          flush=True)


def steady(pid, url, seconds):
    """Memory and descriptors under full load: the last third against the first."""
    wrk = subprocess.Popen(["wrk", "-t1", "-c64", f"-d{seconds}s", url], stdout=subprocess.DEVNULL)
    seen = []
    while wrk.poll() is None:
        seen.append((status(pid, "VmRSS") / 1024, descriptors(pid)))
        time.sleep(0.5)
    third = max(1, len(seen) // 3)
    first, last = seen[:third], seen[-third:]
    print(f"{f'{seconds} s at full load':34} memory {statistics.median(a for a, _ in first):.1f} → "
          f"{statistics.median(a for a, _ in last):.1f} MB, descriptors {statistics.median(b for _, b in first):.0f} → "
          f"{statistics.median(b for _, b in last):.0f}, afterwards ", end="")
    time.sleep(1)
    print(descriptors(pid), flush=True)


def main():
    reelrig, folder = sys.argv[1], pathlib.Path(sys.argv[2]).absolute()
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    long = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    # Started by root, nginx reads as somebody else.
    folder.chmod(0o755)
    root = folder / "reels"
    make_package(root)
    port = free_port()
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, root=root))
    servers = [subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)],
                                stderr=subprocess.DEVNULL)]
    try:
        ours = free_port()
        servers.append(subprocess.Popen(
            [reelrig, "serve", str(root), "--port", str(ours), "--ttl", "86400", "--log", str(folder / "access.jsonl")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        wait_for(ours)
        wait_for(port)
        with urllib.request.urlopen(f"http://127.0.0.1:{ours}/v1/reels/bench/playback") as answer:
            signed = json.load(answer)["url"].removesuffix("multivariant.m3u8")
        theirs = f"http://127.0.0.1:{port}/bench/{VERSION}/"
        them, us = (server.pid for server in servers)
        segment, playlist = "video/720/00000.m4s", "video/720/playlist.m3u8"
        pairs("segments of 1 MB", (us, signed + segment), (them, theirs + segment), seconds, "0.9, better 1.0")
        pairs("playlists of 300 segments", (us, signed + playlist), (them, theirs + playlist), seconds, "0.8")
        unsigned = f"http://127.0.0.1:{ours}/posters/bench/{VERSION}/poster.jpg"
        pairs("4 KB, signed and unsigned", (us, signed + "poster.jpg"), (us, unsigned), seconds, "0.9", "unsigned")
        crowd(us, ours, signed + segment)
        steady(us, signed + segment, long)
    finally:
        for server in reversed(servers):
            server.send_signal(signal.SIGTERM)
            server.wait()


main()
