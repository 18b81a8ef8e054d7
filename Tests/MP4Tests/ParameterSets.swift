/// High profile at level 3.0, 640 × 360 with BT.709 colours: 40 × 23 macroblocks less 8 lines.
let spsHigh = hex("67 64 00 1E AC D9 40 A0 2F F9 70 16 A0 20 20 28 00 00 03 00 08 00 00 03 01 90 78 B1 6C B0")
let ppsHigh = hex("68 EB E3 CB 22 C0")
