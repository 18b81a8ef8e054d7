/// The parameters of the hypothetical reference decoder, which lie before what is asked for (ITU-T H.265 §E.2.2).
enum HEVCDecoderModel {
    /// With the part that is common to the sub-layers.
    static func skip(_ reader: inout BitReader, maxSubLayers: Int) throws(BitstreamError) {
        let (hasNAL, hasVCL) = (try reader.flag(), try reader.flag())
        var hasSubPictures = false
        if hasNAL || hasVCL {
            hasSubPictures = try reader.flag()
            if hasSubPictures { try reader.skip(19) }
            try reader.skip(8)
            if hasSubPictures { try reader.skip(4) }
            try reader.skip(15)
        }
        let models = (hasNAL ? 1 : 0) + (hasVCL ? 1 : 0)
        for _ in 0..<maxSubLayers {
            let buffers = try bufferCount(&reader)
            for _ in 0..<models * buffers {
                try reader.skipExpGolomb(hasSubPictures ? 4 : 2)
                try reader.skip(1)
            }
        }
    }

    private static func bufferCount(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let isFixedInGeneral = try reader.flag()
        let isFixedInSequence = isFixedInGeneral ? true : try reader.flag()
        var isLowDelay = false
        if isFixedInSequence { try reader.skipExpGolomb() } else { isLowDelay = try reader.flag() }
        return isLowDelay ? 1 : try 1 + Int(reader.unsignedExpGolomb("cpb_cnt_minus1", upTo: 31))
    }
}
