"""Says how loud each channel of a 16-bit WAV file is; fails unless only the third and the fourth of four move."""

import array
import sys
from pathlib import Path

content = Path(sys.argv[1]).read_bytes()
start = content.index(b"data") + 8
samples = array.array("h", content[start:start + len(content[start:]) // 8 * 8])
peaks = [max(map(abs, samples[channel::4])) for channel in range(4)]
print("controller.wav: peaks of the channels " + ", ".join(str(peak) for peak in peaks))
sys.exit(not (peaks[0] == peaks[1] == 0 and min(peaks[2:]) > 10000))
