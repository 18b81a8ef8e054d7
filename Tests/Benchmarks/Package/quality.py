"""How good a rung is, and how large."""

import os
import re
import subprocess

# The filter would convert where one side says its colours and the other does not.
TAGS = "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709"


def ssim(ffmpeg, source, rung, width, height):
    """Structural similarity of all planes with the source, scaled once, bicubic."""
    graph = (f"[0:v]scale={width}:{height}:flags=bicubic,{TAGS},settb=1/30,setpts=N[reference];"
             f"[1:v]{TAGS},settb=1/30,setpts=N[rung];[rung][reference]ssim")
    result = subprocess.run([ffmpeg, "-nostdin", "-i", source, "-i", rung, "-lavfi", graph, "-f", "null", "-"],
                            capture_output=True, text=True, check=True)
    return float(re.findall(r"All:([\d.]+)", result.stderr)[-1])


def byte_count(folder):
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder) if name.endswith(".m4s"))
