internal import FFmpeg
internal import MediaTypes

/// The moving picture of a sample: hills that pass at three speeds, a sun, water that glitters, and a hand that goes
/// round once a second and stands upright when the click sounds.
///
/// Integers only, so that every machine draws the same bytes. Lengths are in 1024ths of the short side, times in
/// 4096ths of a second.
struct Scene {
    private let size: PixelSize
    private let shortSide: Int
    private let palette: Palette
    private let reel: Int
    private let waterline: Int

    init(size: PixelSize, reel: Int) {
        self.size = size
        self.reel = reel
        shortSide = size.shortSide
        palette = Palette.all[reel % Palette.all.count]
        waterline = size.height * 3 / 4
    }

    func draw(
        frame: Int, rate: FrameRate, plane: Int, _ shape: Frame.PlaneShape, _ bytes: inout MutableSpan<UInt8>
    ) {
        let time = frame * Int(rate.denominator) * 4096 / Int(rate.numerator)
        let moment = Moment(self, time)
        switch plane {
        case 0: drawLuma(moment, shape, &bytes)
        default: drawChroma(moment, isRed: plane == 2, shape, &bytes)
        }
    }

    /// Where things are at one time.
    private struct Moment {
        let time: Int
        let ridges: [Ridge]
        let sun: Disc
        let dial: Disc
        let hand: Disc

        init(_ scene: Scene, _ time: Int) {
            self.time = time
            let (width, height, unit) = (scene.size.width, scene.size.height, scene.shortSide)
            ridges = (0..<3).map { Ridge(scene, layer: $0, time) }
            let drift = Wave.table[(time / 48 + scene.reel * 200) % Wave.turn]
            sun = Disc(
                x: width * 2 / 3 + unit * drift / 1024, y: height * 3 / 10 - unit * drift / 2048, radius: unit / 9)
            dial = Disc(x: width / 2, y: (scene.waterline + height) / 2, radius: min(unit, height) / 12)
            let angle = time / 4 % Wave.turn
            let (sine, cosine) = (Wave.table[angle], Wave.table[(angle + Wave.turn / 4) % Wave.turn])
            hand = Disc(
                x: dial.x + dial.radius * sine * 3 / 400, y: dial.y - dial.radius * cosine * 3 / 400,
                radius: max(2, dial.radius / 4))
        }
    }

    /// A line of hills: how high it stands in each column, and which column of the grain covers it.
    private struct Ridge {
        let tops: [Int]
        let grainColumns: [Int]
        let luma: Int
        let grainShift: Int

        init(_ scene: Scene, layer: Int, _ time: Int) {
            let unit = scene.shortSide
            let speed = [70, 150, 290][layer]
            let base = scene.size.height * [40, 52, 64][layer] / 100
            let rise = [56, 64, 72][layer]
            let start = scene.reel * 331 + layer * 417
            let wave = Wave.table
            // Sixteenths, so that slow hills do not move by whole steps.
            let scroll = time * speed / 256
            tops = (0..<scene.size.width).map { column in
                let place = (column * 1024 * 16 / unit + scroll) / 16 + start
                let slope = wave[place % 1024] * 8 + wave[(place * 5 / 2) % 1024] * 4 + wave[(place * 7) % 1024]
                return base - slope * rise * unit / (13 * 127 * 1024)
            }
            grainColumns = (0..<scene.size.width).map { column in
                (column * 1024 * 16 / unit + scroll) * Grain.side / (16 * 480) % Grain.side
            }
            luma = [126, 98, 70][layer]
            grainShift = [4, 3, 3][layer]
        }
    }

    private func drawLuma(_ moment: Moment, _ shape: Frame.PlaneShape, _ bytes: inout MutableSpan<UInt8>) {
        let (width, grain, wave) = (size.width, Grain.tile, Wave.table)
        let (far, middle, near) = (moment.ridges[0], moment.ridges[1], moment.ridges[2])
        for row in 0..<size.height {
            let start = row * shape.stride
            if row >= waterline {
                drawWater(moment, row, start, &bytes)
                continue
            }
            let grainRow = (row * 1024 / shortSide * Grain.side / 480 % Grain.side) * Grain.side
            let sky = 138 + row * 80 / size.height
            let cloud = moment.time / 24 + row * 3072 / shortSide
            let sun = moment.sun.span(row)
            for column in 0..<width {
                let value: Int
                if row >= near.tops[column] {
                    value = near.luma + grain[grainRow + near.grainColumns[column]] >> near.grainShift
                } else if row >= middle.tops[column] {
                    value = middle.luma + grain[grainRow + middle.grainColumns[column]] >> middle.grainShift
                } else if row >= far.tops[column] {
                    value = far.luma + grain[grainRow + far.grainColumns[column]] >> far.grainShift
                } else if sun.contains(column) {
                    value = 232
                } else {
                    let along = cloud + column * 640 / shortSide
                    value = sky + (wave[along & 1023] * wave[(along * 3 - cloud) & 1023]) >> 11
                }
                bytes[start + column] = UInt8(truncatingIfNeeded: value)
            }
        }
        drawDial(moment, shape, &bytes)
    }

    /// Two trains of waves that cross, shorter towards the horizon.
    private func drawWater(_ moment: Moment, _ row: Int, _ start: Int, _ bytes: inout MutableSpan<UInt8>) {
        let (wave, grain) = (Wave.table, Grain.tile)
        let depth = (row - waterline) * 1024 / shortSide
        let steepness = 1 << 20 / (depth + 60)
        let (first, second) = (moment.time / 5 + depth * 9, moment.time / 7 - depth * 14)
        let grainRow = ((depth + moment.time / 40) * Grain.side / 480 % Grain.side) * Grain.side
        for column in 0..<size.width {
            let place = column * steepness / shortSide
            let glitter = wave[(place / 4 + first) & 1023] * wave[(place / 7 - second) & 1023]
            let value = 92 + glitter >> 8 + grain[grainRow + place / 16 & (Grain.side - 1)] >> 3
            bytes[start + column] = UInt8(truncatingIfNeeded: value)
        }
    }

    private func drawDial(_ moment: Moment, _ shape: Frame.PlaneShape, _ bytes: inout MutableSpan<UInt8>) {
        for (disc, luma) in [(moment.dial, UInt8(40)), (moment.hand, UInt8(235))] {
            for row in disc.rows.clamped(to: 0..<size.height) {
                for column in disc.span(row).clamped(to: 0..<size.width) { bytes[row * shape.stride + column] = luma }
            }
        }
    }

    private func drawChroma(
        _ moment: Moment, isRed: Bool, _ shape: Frame.PlaneShape, _ bytes: inout MutableSpan<UInt8>
    ) {
        let colors = palette.values(isRed: isRed)
        let (far, middle, near) = (moment.ridges[0].tops, moment.ridges[1].tops, moment.ridges[2].tops)
        for chromaRow in 0..<shape.height {
            let row = chromaRow * 2
            let start = chromaRow * shape.stride
            let sky = colors.zenith + (colors.horizon - colors.zenith) * row / max(1, waterline)
            let (sun, dial) = (moment.sun.span(row), moment.dial.span(row))
            for column in 0..<shape.width {
                let place = column * 2
                let value: Int
                if row >= waterline {
                    value = dial.contains(place) ? 128 : colors.water
                } else if row >= near[place] {
                    value = colors.ridges.2
                } else if row >= middle[place] {
                    value = colors.ridges.1
                } else if row >= far[place] {
                    value = colors.ridges.0
                } else {
                    value = sun.contains(place) ? colors.sun : sky
                }
                bytes[start + column] = UInt8(truncatingIfNeeded: value)
            }
        }
    }
}

/// A filled circle, row by row.
private struct Disc {
    let x: Int
    let y: Int
    let radius: Int

    var rows: Range<Int> { (y - radius)..<(y + radius + 1) }

    /// The columns that it covers in a row.
    func span(_ row: Int) -> Range<Int> {
        let rest = radius * radius - (row - y) * (row - y)
        guard rest >= 0 else { return 0..<0 }
        let half = Int(Double(rest).squareRoot())
        return (x - half)..<(x + half + 1)
    }
}

/// A tile of noise that repeats, half of it smoothed: from −128 to 127.
private enum Grain {
    static let side = 256

    static let tile: [Int] = {
        var state: UInt32 = 20_010_203
        let noise = (0..<(side * side)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 24) - 128
        }
        return noise.indices.map { index in
            let (row, column) = (index / side, index % side)
            var sum = 0
            for (y, x) in [(0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (2, 1), (1, 2)] {
                sum += noise[(row + y) % side * side + (column + x) % side]
            }
            return (noise[index] + sum / 3).clamped(to: -128...127)
        }
    }()
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

/// The colours of a scene, each as (Cb, Cr).
private struct Palette {
    typealias Color = (Int, Int)

    let zenith: Color
    let horizon: Color
    let sun: Color
    let ridges: (Color, Color, Color)
    let water: Color

    static let all = [
        // A clear day.
        Palette(
            zenith: (164, 106), horizon: (140, 122), sun: (92, 138),
            ridges: ((124, 120), (114, 116), (108, 118)), water: (150, 106)),
        // Dusk.
        Palette(
            zenith: (144, 144), horizon: (98, 164), sun: (76, 152),
            ridges: ((134, 146), (140, 138), (136, 130)), water: (148, 122)),
        // Before sunrise.
        Palette(
            zenith: (164, 132), horizon: (140, 158), sun: (112, 140),
            ridges: ((150, 142), (150, 134), (142, 128)), water: (160, 124)),
    ]

    struct Values {
        var zenith: Int
        var horizon: Int
        var sun: Int
        var ridges: (Int, Int, Int)
        var water: Int
    }

    func values(isRed: Bool) -> Values {
        let pick = { (color: Color) in isRed ? color.1 : color.0 }
        return Values(
            zenith: pick(zenith), horizon: pick(horizon), sun: pick(sun),
            ridges: (pick(ridges.0), pick(ridges.1), pick(ridges.2)), water: pick(water))
    }
}
