extension PlaylistParser {
    /// A tag of multivariant playlists. All of them have attributes. §4.4.6.
    mutating func readMultivariantTag(
        _ tag: Tag, _ list: inout AttributeReader, _ position: SourcePosition
    ) -> Bool {
        switch tag {
        case .media:
            let rendition = Rendition(&list)
            return Self.append(rendition, to: &multivariant.renditions, &locations.renditions, position, list)
        case .streamInf:
            if let pending = pendingVariant { reportMissingURI(of: pending.line) }
            let variant = VariantStream(&list)
            pendingVariant = (list.isIgnored ? nil : variant, list.line, state.text(list.line.content))
            return true
        case .iFrameStreamInf:
            let variant = IFrameVariantStream(&list)
            return Self.append(variant, to: &multivariant.iFrameVariants, &locations.iFrameVariants, position, list)
        case .sessionData:
            let data = SessionData(&list)
            return Self.append(data, to: &multivariant.sessionData, &locations.sessionData, position, list)
        case .sessionKey:
            let key = Key(&list)
            if key == nil, list.has("METHOD") { list.report(.k14, "METHOD=NONE") }
            return Self.append(key, to: &multivariant.sessionKeys, &locations.sessionKeys, position, list)
        case .contentSteering: return Self.set(&multivariant.contentSteering, ContentSteering(&list), list)
        default: return false
        }
    }

    /// A tag between EXT-X-STREAM-INF and its URI is out of place; the URI still belongs to the variant.
    func reportTagBeforeURI(_ tag: Tag, _ line: TextLine) {
        if let pending = pendingVariant {
            state.report(
                .p01, at: line.content.lowerBound, in: line,
                "\(tag.rawValue) between the EXT-X-STREAM-INF of line \(pending.line.number) and its URI")
        }
    }

    mutating func readVariantURI(_ line: TextLine) {
        guard let pending = pendingVariant else {
            state.report(.p01, at: line.content.lowerBound, in: line, "a URI without EXT-X-STREAM-INF")
            return
        }
        pendingVariant = nil
        let uri = readURIText(line)
        guard var variant = pending.variant else {
            // Clients ignore the tag, so its URI goes with it. Both stay for writing them again.
            multivariant.otherLines.append(UninterpretedLine(pending.text))
            multivariant.otherLines.append(UninterpretedLine(state.text(line.content)))
            return
        }
        variant.uri = uri
        multivariant.variants.append(variant)
        locations.variants.append(state.position(of: pending.line.content.lowerBound, in: pending.line))
    }

    func reportMissingURI(of line: TextLine) {
        state.report(.p01, at: line.content.lowerBound, in: line, "EXT-X-STREAM-INF without a URI line after it")
    }
}
