/// What an interstitial with X-ASSET-LIST plays: the JSON document at that address. Appendix D.2, D.3.
public struct AssetList: Hashable, Sendable {
    /// One asset: a presentation of its own.
    public struct Asset: Hashable, Sendable {
        /// URI of its playlist, absolute.
        public var uri: String
        /// DURATION in seconds.
        public var duration: ExactDecimal

        /// An asset by its place and its seconds.
        public init(uri: String, duration: ExactDecimal) {
            self.uri = uri
            self.duration = duration
        }
    }

    /// SKIP-CONTROL, which goes before the X-SKIP-CONTROL attributes of the date range.
    public struct SkipControl: Hashable, Sendable {
        /// OFFSET: seconds of the interstitial until the button is shown.
        public var offset: ExactDecimal?
        /// DURATION: seconds for which it is shown; absent, to the end.
        public var duration: ExactDecimal?
        /// LABEL-ID: what the application knows the button's label by.
        public var labelID: String?

        /// A control that says nothing yet.
        public init() {}
    }

    /// ASSETS, to be played one after another; none, and the interstitial is passed over.
    public var assets: [Asset]
    /// SKIP-CONTROL.
    public var skipControl: SkipControl?

    /// A list of assets.
    public init(assets: [Asset], skipControl: SkipControl? = nil) {
        self.assets = assets
        self.skipControl = skipControl
    }

    /// Reads the document; `nil` when there is no list of assets in it. An asset that lacks something is left out and
    /// reported, other members are passed over.
    public static func parse(_ json: [UInt8]) -> (list: AssetList?, findings: [Finding]) {
        var findings: [Finding] = []
        func report(_ message: String) { findings.append(Finding(.r18, at: .none, message)) }
        guard let document = JSONText.value(of: json), case .object = document else {
            report("the asset list is no JSON object")
            return (nil, findings)
        }
        guard case .array(let elements)? = document["ASSETS"] else {
            report("the asset list has no array ASSETS")
            return (nil, findings)
        }
        var list = AssetList(assets: [])
        for (index, element) in elements.enumerated() {
            if let asset = Asset(element) {
                list.assets.append(asset)
            } else {
                report("asset \(index + 1) has no absolute URI, or no DURATION")
            }
        }
        if let control = document["SKIP-CONTROL"] {
            list.skipControl = SkipControl(control)
            if list.skipControl == nil { report("SKIP-CONTROL is not made of whole seconds and a label") }
        }
        return (list, findings)
    }
}

extension AssetList.Asset {
    fileprivate init?(_ value: JSONValue) {
        guard let uri = value["URI"]?.string, URIReference(uri).scheme != nil,
            let duration = value["DURATION"]?.number, duration >= .zero
        else { return nil }
        self.init(uri: uri, duration: duration)
    }
}

extension AssetList.SkipControl {
    /// `nil` when it is no object, or one of its members is of another type.
    fileprivate init?(_ value: JSONValue) {
        guard case .object(let members) = value else { return nil }
        self.init()
        offset = members["OFFSET"]?.number
        duration = members["DURATION"]?.number
        labelID = members["LABEL-ID"]?.string
        let numbers = [(members["OFFSET"], offset), (members["DURATION"], duration)]
        let areWhole = numbers.allSatisfy { member, number in
            member == nil || number.map { $0.isWrittenWithoutPoint && $0 >= .zero } ?? false
        }
        if !areWhole || members["LABEL-ID"] != nil && labelID == nil { return nil }
    }
}
