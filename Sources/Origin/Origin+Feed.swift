import Catalog
import HTTP
import Signing

extension Origin {
    /// A page of the reels that are not removed, by id: `?cursor=&limit=&fields=`.
    func feed(_ request: Request) -> Reply {
        guard let asked = FeedQuery(request) else {
            return .problem(400, "limit is 1 to 100, fields are of \(FeedField.names), cursor is a nextCursor")
        }
        guard let base = baseURL(of: request) else { return .problem(400, hostProblem(of: request)) }
        guard let all = try? packages.reels() else { return .problem(500, "the packages cannot be listed") }
        let rest = all.filter { reel in !isRemoved(reel) && asked.after.map { reel.id > $0 } ?? true }
        let page = rest.prefix(asked.limit)
        let items = page.map { SelectedItem(FeedPage.Item($0, base: base), asked.fields) }
        let next = rest.count > page.count ? page.last.map { FeedQuery.cursor(after: $0.id) } : nil
        return .json(SelectedPage(items: items, nextCursor: next))
    }
}

private enum FeedField: String, CaseIterable {
    case id, posterUrl, previewColor, durationMs, aspect

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

private struct FeedQuery {
    var after: ReelID?
    var limit = 20
    var fields = Set(FeedField.allCases)

    init?(_ request: Request) {
        if let text = request.rawQueryValue("limit") {
            guard text.utf8.count <= 3, text.first != "+", let number = Int(text), (1...100).contains(number) else {
                return nil
            }
            limit = number
        }
        if let text = request.rawQueryValue("fields"), !text.isEmpty {
            let names = text.replacing("%2C", with: ",").split(separator: ",")
            let known = names.compactMap { FeedField(rawValue: String($0)) }
            guard known.count == names.count else { return nil }
            fields = Set(known + [.id])
        }
        if let text = request.rawQueryValue("cursor"), !text.isEmpty {
            guard let bytes = Base64URL.decode(text), let id = ReelID(String(decoding: bytes, as: UTF8.self)) else {
                return nil
            }
            after = id
        }
    }

    static func cursor(after id: ReelID) -> String { Base64URL.encode(id.text.utf8) }
}

extension FeedPage.Item {
    fileprivate init(_ reel: ReelDocument, base: String) {
        self.init(
            id: reel.id, posterUrl: reel.poster.map { "\(base)/posters/\(reel.id)/\(reel.version)/\($0)" },
            previewColor: reel.previewColor, durationMs: reel.durationMs, aspect: reel.aspect)
    }
}

/// A `FeedPage` whose items hold the fields that were asked for.
private struct SelectedPage: Encodable {
    var format = Format.current
    var items: [SelectedItem]
    var nextCursor: String?
}

private struct SelectedItem: Encodable {
    private var id: ReelID
    private var posterUrl: String?
    private var previewColor: String?
    private var durationMs: Int64?
    private var aspect: String?

    init(_ item: FeedPage.Item, _ fields: Set<FeedField>) {
        id = item.id
        if fields.contains(.posterUrl) { posterUrl = item.posterUrl }
        if fields.contains(.previewColor) { previewColor = item.previewColor }
        if fields.contains(.durationMs) { durationMs = item.durationMs }
        if fields.contains(.aspect) { aspect = item.aspect }
    }
}
