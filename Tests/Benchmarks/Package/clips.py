"""The clips of the benchmark, made once by FFmpeg's generators."""

import os
import subprocess

# A moving test chart and a zoom into a set, each under noise that no encoder can foresee.
PICTURES = {
    "noise": "testsrc2=s=1080x1920:r=30,noise=all_seed={seed}:alls=5:allf=t",
    "zoom": "mandelbrot=s=1080x1920:r=30:end_scale={scale}:end_pts=500,noise=all_seed={seed}:alls=5:allf=t",
}


class Clips:
    def __init__(self, folder, ffmpeg):
        self.folder, self.ffmpeg = folder, ffmpeg
        os.makedirs(folder, exist_ok=True)

    def reel(self, picture, seconds=20, seed=1, bitrate="13M"):
        path = os.path.join(self.folder, f"{picture}-{seed}-{seconds}-{bitrate}.mp4")
        source = PICTURES[picture].format(seed=seed, scale=0.02 / seed)
        self._make(path, [
            "-f", "lavfi", "-i", source, "-f", "lavfi", "-i", "sine=f=440:r=48000", "-t", str(seconds),
            "-c:v", "libx264", "-preset", "veryfast", "-b:v", bitrate, "-g", "60", "-pix_fmt", "yuv420p",
            "-c:a", "aac", "-b:a", "128k"])
        return path

    def ten(self):
        return [self.reel(("noise", "zoom")[seed % 2], seconds=10, seed=seed) for seed in range(1, 11)]

    def large(self):
        """About 140 MB, key frames every two seconds."""
        path = os.path.join(self.folder, "large.mp4")
        part = self.reel("noise", bitrate="19M")
        self._make(path, ["-stream_loop", "2", "-i", part, "-c", "copy"])
        return path

    def _make(self, path, arguments):
        if os.path.exists(path):
            return
        part = f"{path}.part.mp4"
        subprocess.run([self.ffmpeg, "-v", "error", "-y", *arguments, part], check=True)
        os.replace(part, path)
