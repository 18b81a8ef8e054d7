// Compiled together with the sources of DASH by `make fuzz-dash`: a plain build knows nothing of it.

/// Reads any bytes. What was read is written, and reading that gives the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let mpd: MPD
    do throws(MPDError) { mpd = try MPD(bytes) } catch {
        _ = error.description
        return 0
    }
    expand(mpd)
    checkURIs(bytes, mpd)
    do throws(MPDError) {
        let text = try mpd.serializedBytes()
        let again = try MPD(text)
        if again != mpd {
            fatalError("written and read again, the manifest is another:\n\(String(decoding: text, as: UTF8.self))")
        }
        if try again.serializedBytes() != text { fatalError("equal values give other bytes") }
    } catch {
        fatalError("what was read cannot be written: \(error)")
    }
    return 0
}

/// What is replaced by nothing is the same, and what was marked is read as well.
private func checkURIs(_ bytes: [UInt8], _ mpd: MPD) {
    do throws(MPDError) {
        if try MPD.replacingURIs(in: bytes, with: { _ in nil }) != bytes { fatalError("more than URLs changed") }
        _ = try MPD.replacingURIs(in: bytes) { "\($0.example)\($0.bases.count)" }
        let marked = try MPD(try MPD.replacingURIs(in: bytes) { $0.text + "?<&'\">" })
        if marked.baseURLs.count != mpd.baseURLs.count || marked.periods.count != mpd.periods.count {
            fatalError("a mark changed more than URLs")
        }
    } catch {
        fatalError("a manifest that was read cannot be marked: \(error)")
    }
}

/// Every URL and every time that a client would make of it.
private func expand(_ mpd: MPD) {
    for period in mpd.periods {
        for set in period.adaptationSets {
            for representation in set.representations {
                let template = (representation.segmentTemplate ?? MPD.SegmentTemplate())
                    .inheriting(from: set.segmentTemplate).inheriting(from: period.segmentTemplate)
                let times = template.timeline?.segments(periodEnd: 1 << 40, limit: 1000) ?? []
                if zip(times, times.dropFirst()).contains(where: { $0.upperBound > $1.lowerBound }) {
                    fatalError("segments overlap: \(times)")
                }
                for (number, time) in times.prefix(3).enumerated() {
                    let identifiers = TemplateIdentifiers(
                        representation, number: UInt64(number), time: time.lowerBound)
                    _ = identifiers.uri(from: template.media ?? "")
                }
                _ = TemplateIdentifiers(representation).uri(from: template.initialization ?? "")
            }
        }
    }
}
