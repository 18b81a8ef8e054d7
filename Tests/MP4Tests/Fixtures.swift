import MP4

extension InitSection {
    /// AAC-LC, 48 kHz, stereo.
    static var fixtureAudio: InitSection {
        get throws { InitSection(track: .audio(try AudioTrack(configuration: [0x11, 0x90]))) }
    }

    /// H.264 of a sequence parameter set that x264 wrote.
    static var fixtureVideo: InitSection {
        get throws {
            let configuration = try AVCConfigurationBox(annexB: hex("00000001") + spsHigh + hex("000001") + ppsHigh)
            return InitSection(
                track: .video(VideoTrack(timescale: 12800, width: 640, height: 360, configuration: configuration)))
        }
    }
}
