import HLS

/// Chapter 1 on bit rates: what is declared against what the files beside the playlist weigh.
extension AppleRule {
    static let bitRates: [AppleRule] = [average, peak, peakOverAverage]

    /// How far what is measured may be from what is declared.
    private static let tolerance = 0.1

    private static let average = AppleRule(
        "1.26", .appleMust, needs: [.playlists, .answers],
        "The average bit rate of video on demand is within 10 % of AVERAGE-BANDWIDTH",
        why: "Players choose a variant by this figure; a wrong one stalls or wastes quality.",
        mend: "Set AVERAGE-BANDWIDTH to what the segments of the variant and of its heaviest audio average."
    ) { subject in
        subject.measured { $0.average }.compactMap { stream, measured in
            guard let declared = stream.attributes.averageBandwidth, isOff(measured, Double(declared)) else {
                return nil
            }
            return subject.problem(stream, "AVERAGE-BANDWIDTH=\(declared), measured \(measured.shownRate)")
        }
    }

    private static let peak = AppleRule(
        "1.27", .appleMust, needs: [.playlists, .answers],
        "The peak bit rate of video on demand is within 10 % of BANDWIDTH",
        why: "A player that trusts a figure that is too low stalls at the peak; one that is too high is never chosen.",
        mend: "Set BANDWIDTH to the peak of the variant's segments and of its heaviest audio, as 9.13 adds them up."
    ) { subject in
        subject.measured { $0.peak }.compactMap { stream, measured in
            let declared = stream.attributes.bandwidth
            guard declared > 0, isOff(measured, Double(declared)) else { return nil }
            return subject.problem(stream, "BANDWIDTH=\(declared), measured \(measured.shownRate)")
        }
    }

    private static let peakOverAverage = AppleRule(
        "1.30", .appleShould, needs: [.playlists, .answers],
        "The peak bit rate of video on demand is at most twice its average",
        why: "A variant with high peaks is chosen later than its quality deserves.",
        mend: "Bound the encoder's buffer (VBV) at a lower rate."
    ) { subject in
        subject.members.compactMap { member in
            guard member.isVariant, member.playlist.isEnded, let rates = subject.rates[member.path],
                rates.peak > 2 * rates.average
            else { return nil }
            return subject.problem(
                member, "a peak of \(rates.peak.shownRate) and an average of \(rates.average.shownRate) bit/s")
        }
    }

    private static func isOff(_ measured: Double, _ declared: Double) -> Bool {
        abs(measured - declared) > tolerance * declared
    }
}

extension Double {
    /// Whole bits per second, for a message. A byte range may claim more bytes than a file can have.
    fileprivate var shownRate: String { self < 1e18 ? "\(Int64(self))" : "over 10^18" }
}

extension Subject {
    /// Each variant with its own rate and that of its heaviest audio; none where something was not measured.
    fileprivate func measured(_ rate: (MeasuredRates) -> Double) -> [(stream: Stream, rate: Double)] {
        let ended = members.filter { $0.playlist.isEnded && $0.playlist.playlistType != .event }
        return variants.compactMap { stream in
            guard let own = ended.first(where: { $0.variants.contains(stream.index) }).flatMap({ rates[$0.path] })
            else {
                return nil
            }
            var heaviest = 0.0
            for rendition in audio(of: stream) where rendition.uri != nil {
                guard let member = ended.first(where: { $0.renditions.contains(rendition) }),
                    let other = rates[member.path]
                else { return nil }
                // A variant of audio alone is also named by its rendition.
                if !member.variants.contains(stream.index) { heaviest = max(heaviest, rate(other)) }
            }
            guard stream.variant?.videoGroup == nil else { return nil }
            return (stream, rate(own) + heaviest)
        }
    }
}
