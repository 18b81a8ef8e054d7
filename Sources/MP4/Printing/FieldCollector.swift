/// Collects fields as values.
struct FieldCollector: FieldSink {
    /// How many rows of a table, and how many bytes, are kept.
    let limit: Int
    private(set) var fields: [BoxDescription.Field] = []
    /// What is around the fields that are being collected, the outermost first.
    private var outer: [Outer] = []

    private struct Outer {
        let name: String
        let fields: [BoxDescription.Field]
        var rows: [[BoxDescription.Field]] = []
        var count = 0
    }

    init(limit: Int) { self.limit = limit }

    mutating func scalar(_ name: String, _ value: FieldScalar) {
        switch value {
        case .integer(let number): add(name, .integer(number))
        case .text(let text): add(name, .text(text))
        case .bytes(let bytes): add(name, .bytes(Array(bytes.prefix(limit)), count: bytes.count))
        case .omittedBytes(let count): add(name, .bytes([], count: count))
        }
    }

    mutating func beginGroup(_ name: String) {
        outer.append(Outer(name: name, fields: fields))
        fields = []
    }

    mutating func endGroup() {
        guard let group = outer.popLast() else { return }
        let inner = fields
        fields = group.fields
        add(group.name, .group(inner))
    }

    mutating func beginTable(_ name: String, rows: Int) -> Int {
        outer.append(Outer(name: name, fields: fields, count: rows))
        return min(limit, rows)
    }

    mutating func beginRow() { fields = [] }

    mutating func endRow() {
        guard !outer.isEmpty else { return }
        outer[outer.count - 1].rows.append(fields)
    }

    mutating func endTable() {
        guard let table = outer.popLast() else { return }
        fields = table.fields
        add(table.name, .rows(table.rows, count: table.count))
    }

    private mutating func add(_ name: String, _ value: BoxDescription.Value) {
        fields.append(BoxDescription.Field(name: name, value: value))
    }
}

extension BoxDescription.Field {
    /// Tells the field to another sink. Of a table or bytes of which something was left out only the number is told.
    func list(into sink: inout some FieldSink) {
        switch value {
        case .integer(let number): sink.scalar(name, .integer(number))
        case .text(let text): sink.scalar(name, .text(text))
        case .bytes(let bytes, let count):
            sink.scalar(name, bytes.count == count ? .bytes(bytes) : .omittedBytes(count))
        case .group(let fields):
            sink.beginGroup(name)
            for field in fields { field.list(into: &sink) }
            sink.endGroup()
        case .rows(let table, let count):
            let wanted = sink.beginTable(name, rows: count)
            for row in table.prefix(table.count == count ? wanted : 0) {
                sink.beginRow()
                for field in row { field.list(into: &sink) }
                sink.endRow()
            }
            sink.endTable()
        }
    }
}
