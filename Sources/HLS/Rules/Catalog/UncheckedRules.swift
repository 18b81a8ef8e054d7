/// Rules of the draft that need more than the text of playlists, so that what was not checked can be said by name.
extension Rule {
    /// Every rule that is known and that this library does not check, by area and number.
    public static let unchecked: [Rule] =
        uncheckedPlaylistRules
        + uncheckedSegmentRules
        + uncheckedKeyRules
        + uncheckedLowLatencyRules
        + uncheckedDateRangeRules
        + uncheckedMultivariantRules
        + uncheckedPresentationRules
        + bitRateRules
        + segmentFormatRules
        + liveRules
        + steeringRules

    private static let uncheckedPlaylistRules: [Rule] = [
        Rule(
            "G01", .must, "4", "A playlist is known by a path that ends in .m3u8 or .m3u, or by its media type",
            needs: [.answers]),
        Rule(
            "G26", .must, "6.3.1", "A client that ignores what it does not know can still play the playlist",
            needs: [.knowledge]),
        Rule("D12", .info, "4.4.2.3", "Every load of a playlist declares its variables again", needs: [.reloads]),
        Rule("M12", .must, "6.2.2", "A playlist that loses segments has no EXT-X-PLAYLIST-TYPE", needs: [.reloads]),
        Rule(
            "M19", .must, "4.4.2.1", "With EXT-X-INDEPENDENT-SEGMENTS every segment decodes alone",
            needs: [.segments, .streams]),
        Rule(
            "M20", .must, "4.4.3.6", "A segment of an I-frame playlist is one I-frame that lasts until the next",
            needs: [.segments, .streams]),
    ]

    private static let uncheckedSegmentRules: [Rule] = [
        Rule(
            "S07", .must, "6.2.1", "A byte range lies within its resource, and the server serves it", needs: [.answers]),
        Rule(
            "S08", .must, "4.4.4.3",
            "EXT-X-DISCONTINUITY stands where the file format, the tracks or the timestamps break", needs: [.segments]),
        Rule(
            "S09", .must, "6.2.1", "EXT-X-DISCONTINUITY stands where the coding changes",
            needs: [.segments, .streams]),
        Rule("S11", .must, "3.1.2", "Every fMP4 segment has an EXT-X-MAP", needs: [.segments]),
        Rule("S12", .should, "4.4.4.5", "EXT-X-MAP holds the init section and nothing else", needs: [.segments]),
        Rule(
            "S18", .must, "6.2.1", "A segment is available when it is listed, unless it has EXT-X-GAP",
            needs: [.answers]),
        Rule("S23", .must, "3", "EXTINF is how long the segment is presented", needs: [.segments]),
    ]

    private static let uncheckedKeyRules: [Rule] = [
        Rule("K09", .must, "6.2.3", "A clear segment is in the scope of no key", needs: [.segments]),
        Rule(
            "K10", .must, "5.1", "An identity key is 16 octets, 32 for AES-256-GCM", needs: [.answers, .keys]),
        Rule(
            "K11", .must, "4.4.4.4", "An AES-128 segment is whole blocks whose padding decrypts to PKCS #7",
            needs: [.segments, .keys]),
        Rule(
            "K12", .must, "4.4.4.4", "An AES-256-GCM segment is IV, text and a tag that verifies",
            needs: [.segments, .keys]),
        Rule(
            "K13", .must, "4.4.4.4", "SAMPLE-AES in fMP4 is scheme cbcs, and SAMPLE-AES-CTR is scheme cenc in fMP4",
            needs: [.segments]),
        Rule(
            "K20", .must, "6.2.3", "An encrypted I-frame decrypts from its byte range widened to blocks",
            needs: [.segments, .keys]),
    ]

    private static let uncheckedLowLatencyRules: [Rule] = [
        Rule(
            "L05", .should, "4.4.4.9", "A part that has an independent frame says INDEPENDENT=YES, and no other does",
            needs: [.segments, .streams]),
        Rule("L09", .must, "3.2", "The parts of a segment hold the samples of the segment", needs: [.segments]),
        Rule("L18", .must, "4.4.5.3", "What was hinted at is what appears", needs: [.reloads]),
        Rule(
            "L21", .must, "6.2.5.1", "A delta update is the playlist without the segments it skips", needs: [.reloads]),
        Rule("L23", .must, "6.2.1", "A new part appears within a part target of the one before", needs: [.reloads]),
        Rule(
            "L24", .must, "6.2.5.2", "A request with _HLS_msn is answered when the segment or part is there",
            needs: [.answers, .reloads]),
        Rule(
            "L26", .should, "B.1", "Every segment of a low-latency stream has an independent frame", needs: [.streams]),
        Rule(
            "L29", .should, "B.1", "A low-latency stream comes over HTTP/2 or later, with its playlists compressed",
            needs: [.answers]),
        Rule(
            "L30", .should, "B.1", "A low-latency stream keeps to the recommended durations and cache lifetimes",
            needs: [.answers]),
    ]

    private static let uncheckedDateRangeRules: [Rule] = [
        .r18,
        Rule("R19", .must, "D.1", "The asset of an interstitial is complete and has none itself", needs: [.answers]),
        Rule(
            "R22", .must, "6.2.1", "A date range stays while a listed segment is in it, and its ID is not used again",
            needs: [.reloads]),
        Rule("R23", .should, "6.2.1", "A PLANNED-DURATION is followed by the real end", needs: [.reloads]),
    ]

    private static let uncheckedMultivariantRules: [Rule] = [
        Rule(
            "P20", .must, "4.4.6.2", "With IMSC subtitles, CODECS says so", needs: [.playlists, .segments]),
        Rule("P38", .must, "4.4.6.4", "Session data of FORMAT=JSON is JSON", needs: [.answers]),
        Rule("P42", .must, "4.4.6.1.1", "The members of a group are alternatives of one content", needs: [.knowledge]),
        Rule(
            "P43", .must, "E.1, G.1", "Session data about names and settings has the members its appendix asks for",
            needs: [.answers]),
        Rule("P44", .info, "Apple -50020", "RESOLUTION is the size of the coded picture", needs: [.streams]),
    ]

    private static let uncheckedPresentationRules: [Rule] = [
        Rule("X02", .must, "6.2.4", "Matching content has matching timestamps", needs: [.segments]),
        Rule(
            "X06", .must, "6.2.4", "The first segments of all playlists of type VOD start at one time",
            needs: [.segments]),
        Rule("X11", .should, "6.2.4", "All variants have the same encoded audio", needs: [.segments]),
        Rule(
            "X13", .info, "TN2235", "The playlists start within two target durations of each other",
            needs: [.segments]),
    ]

    private static let bitRateRules: [Rule] = [
        Rule("B01", .info, "4.1", "A segment's bit rate is its bits over its EXTINF", needs: [.answers]),
        Rule(
            "B02", .info, "4.1",
            "The peak bit rate is the largest over runs of half to one and a half target durations",
            needs: [.answers]),
        Rule(
            "B03", .info, "4.1", "The average bit rate is that of all segments of a playlist together",
            needs: [.answers]),
        Rule(
            "B06", .should, "4.4.6.2", "While segments are still to come, BANDWIDTH is that of similar content",
            needs: [.reloads]),
    ]

    private static let segmentFormatRules: [Rule] = [
        Rule(
            "F01", .must, "3.1", "A segment is MPEG-2 TS, fMP4, packed audio, WebVTT or IMSC", needs: [.segments]),
        Rule("F02", .must, "3", "An init section has no samples", needs: [.segments]),
        Rule("F03", .must, "3.1.1", "A TS segment has one program", needs: [.segments]),
        Rule("F04", .must, "3.1.1", "A TS segment has PAT and PMT, or an EXT-X-MAP that has", needs: [.segments]),
        Rule(
            "F05", .should, "3.1.1", "Without EXT-X-MAP, PAT and PMT are the first two packets of a TS segment",
            needs: [.segments]),
        Rule(
            "F06", .must, "3", "Continuity counters and timestamps go on from the segment before", needs: [.segments]),
        Rule("F07", .should, "3", "A segment with video has what decoding begins with", needs: [.streams]),
        Rule(
            "F08", .must, "3.1.2", "An fMP4 init section is ftyp, with a brand of iso6 or later, and moov",
            needs: [.segments]),
        Rule("F09", .must, "3.1.2", "Every traf has its trak in the init section", needs: [.segments]),
        Rule(
            "F10", .must, "3.1.2", "The init section has mvex, empty sample tables and durations of 0",
            needs: [.segments]),
        Rule("F11", .must, "3.1.2", "Every traf has tfdt", needs: [.segments]),
        Rule("F12", .must, "3.1.2", "Sample positions are relative to their moof", needs: [.segments]),
        Rule("F13", .should, "3.1.2", "What claims a brand of CMAF obeys CMAF", needs: [.segments]),
        Rule(
            "F14", .must, "3.1.3", "Packed audio begins with an ID3 tag that says its timestamp", needs: [.segments]),
        Rule(
            "F15", .must, "3.1.4", "A WebVTT segment begins with its header, or has an EXT-X-MAP", needs: [.segments]),
        Rule(
            "F16", .should, "3.1.4", "X-TIMESTAMP-MAP stands in the header of a WebVTT segment", needs: [.segments]),
        Rule("F17", .must, "3.1.4", "A WebVTT segment has every cue of its time, whole", needs: [.segments]),
        Rule(
            "F18", .should, "3.1.4", "X-TIMESTAMP-MAP follows the timestamps when they wrap", needs: [.segments]),
        Rule(
            "F19", .must, "3.1.5", "IMSC is text profile in fMP4, with the styles of each segment in it",
            needs: [.segments]),
        Rule("F20", .info, "TN2235", "Every track that is declared has samples with timestamps", needs: [.segments]),
    ]

    private static let liveRules: [Rule] = [
        Rule("U01", .must, "6.2.1", "Between loads a playlist changes only in the ways it may", needs: [.reloads]),
        Rule(
            "U02", .must, "6.2.1", "A playlist of type VOD never changes, one of type EVENT only grows",
            needs: [.reloads]),
        Rule("U03", .must, "6.2.1", "The target duration never changes", needs: [.reloads]),
        Rule(
            "U04", .must, "6.2.2", "EXT-X-MEDIA-SEQUENCE counts the segments that were removed", needs: [.reloads]),
        Rule(
            "U05", .must, "6.2.2", "EXT-X-DISCONTINUITY-SEQUENCE counts the discontinuities that were removed",
            needs: [.reloads]),
        Rule("U06", .must, "6.3.4", "A media sequence number stays with its segment", needs: [.reloads]),
        Rule(
            "U07", .must, "6.2.1", "A playlist that grows has a new segment within one and a half target durations",
            needs: [.reloads]),
        Rule("U08", .must, "6.2.2", "Removing segments leaves three target durations", needs: [.reloads]),
        Rule(
            "U09", .must, "6.2.2", "A segment that was removed stays available as long as a client may need it",
            needs: [.reloads, .answers]),
        Rule("U10", .should, "6.2.2", "A segment that will be removed has Expires", needs: [.answers]),
        Rule("U11", .must, "6.2.3", "An EXT-X-KEY that still applies is not removed", needs: [.reloads]),
        Rule("U12", .should, "6.2.1", "Playlists are compressed for a client that accepts it", needs: [.answers]),
        Rule("U13", .should, "6.2.1", "A presentation that is gone answers 404 or 410", needs: [.answers]),
        Rule(
            "U14", .info, "TN2235", "A playlist that grows is served no more than two target durations old",
            needs: [.answers]),
        Rule("U15", .info, "TN2235", "A segment arrives in less time than it lasts", needs: [.answers]),
    ]

    private static let steeringRules: [Rule] = [
        Rule(
            "C01", .must, "7.2", "SERVER-URI of EXT-X-CONTENT-STEERING leads to a steering manifest",
            needs: [.answers]),
        Rule(
            "C02", .must, "7.3", "A pathway clone replaces URIs by stable ids with absolute URIs", needs: [.answers]),
        Rule(
            "C03", .must, "7", "Equal stable ids of several pathways stand for the same segments",
            needs: [.playlists, .segments]),
        Rule(
            "C04", .info, "Apple 10.4", "A steering manifest is of type application/vnd.apple.steering-list",
            needs: [.answers]),
    ]
}
