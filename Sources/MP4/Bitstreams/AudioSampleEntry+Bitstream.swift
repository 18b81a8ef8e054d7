extension AudioSampleEntry {
    /// `esds`, in the entry or in QuickTime's `wave`.
    public var streamDescriptors: ElementaryStreamDescriptorBox? {
        first(ElementaryStreamDescriptorBox.self)
            ?? first(SoundDescriptionExtensionBox.self)?.first(ElementaryStreamDescriptorBox.self)
    }

    /// The configuration of MPEG-4 audio, when it is that.
    public var audioConfiguration: AudioSpecificConfig? {
        guard let box = streamDescriptors, box.decoderConfig?.objectTypeIndication == 0x40,
            let bytes = box.decoderSpecificInfo
        else { return nil }
        return try? AudioSpecificConfig(bytes)
    }

    /// Channels that come out of the decoder: what the configuration of the codec says, else the entry.
    public var outputChannels: Int {
        if let count = audioConfiguration?.channels, count > 0 { return count }
        if let box = first(OpusSpecificBox.self) { return Int(box.outputChannelCount) }
        if let box = first(EC3SpecificBox.self) { return box.channels }
        if let box = first(AC3SpecificBox.self) { return box.channels }
        if let information = flacStreamInformation { return information.channels }
        return soundDescription?.channels ?? Int(channelCount)
    }

    /// Samples per second that come out of the decoder: what the configuration of the codec says, else the entry.
    public var outputSampleRate: UInt32 {
        if let rate = audioConfiguration?.sampleRate { return rate }
        // Opus always decodes to 48 kHz (RFC 6716 §2.1.3), whatever was coded.
        if first(OpusSpecificBox.self) != nil { return 48000 }
        if let rate = first(EC3SpecificBox.self)?.sampleRate ?? first(AC3SpecificBox.self)?.sampleRate { return rate }
        if let information = flacStreamInformation { return information.sampleRate }
        return soundDescription?.sampleRate ?? sampleRate >> 16
    }

    /// Of QuickTime's sound description of version 2, whose older fields mean nothing.
    private var soundDescription: (sampleRate: UInt32, channels: Int)? {
        guard entryVersion == 2 else { return nil }
        var reader = BitReader(quickTimeFields)
        do throws(BitstreamError) {
            try reader.skip(32)
            let rate = Double(bitPattern: try UInt64(reader.bits(32)) << 32 | UInt64(reader.bits(32)))
            let channels = try reader.bits(32)
            guard let exact = UInt32(exactly: rate.rounded()) else { return nil }
            return (exact, Int(channels))
        } catch { return nil }
    }

    /// Of the STREAMINFO block in `dfLa` (Encapsulation of FLAC in ISO Base Media File Format §3.3.2).
    private var flacStreamInformation: (sampleRate: UInt32, channels: Int)? {
        guard let payload = (children.first { $0.type == "dfLa" }?.content as? OpaqueBox)?.payload else { return nil }
        var reader = BitReader(payload)
        do throws(BitstreamError) {
            // Version and flags, then a block header: last, type 0, 24 bits of length; then block and frame sizes.
            try reader.skip(33)
            guard try reader.bits(7) == 0 else { return nil }
            try reader.skip(24 + 80)
            let rate = try reader.bits(20)
            return (rate, try 1 + Int(reader.bits(3)))
        } catch { return nil }
    }
}

extension AC3SpecificBox {
    /// Samples per second; `nil` for the reserved code.
    public var sampleRate: UInt32? { fscod < 3 ? [48000, 44100, 32000][Int(fscod)] : nil }

    /// Bits per second (ETSI TS 102 366 Table F.4.1); `nil` for a reserved code.
    public var bitRate: Int? {
        let table = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
        return table.indices.contains(Int(bitRateCode)) ? table[Int(bitRateCode)] * 1000 : nil
    }
}

extension EC3SpecificBox {
    /// Samples per second; `nil` when it is half of one of the usual rates, since the box does not say of which.
    public var sampleRate: UInt32? {
        guard let code = substreams.first?.fscod, code < 3 else { return nil }
        return [48000, 44100, 32000][Int(code)]
    }
}
