/// A box as people and tests read it: names and values.
public struct BoxDescription: Hashable, Sendable {
    /// The four-character code.
    public var type: FourCC
    /// The byte of the input at which it begins.
    public var position: Int
    /// Bytes in the input, header included.
    public var size: Int
    /// The fields in the order of the file; reserved ones are left out.
    public var fields: [Field] = []
    /// The boxes inside.
    public var children: [BoxDescription] = []
    /// Why the content could not be read.
    public var problem: BoxError?

    /// A field with its name in the specification.
    public struct Field: Hashable, Sendable {
        /// As the specification writes it.
        public var name: String
        /// What it holds.
        public var value: Value
    }

    /// What a field holds.
    public indirect enum Value: Hashable, Sendable {
        /// A number.
        case integer(Int128)
        /// Text, a four-character code, or a number in another form than decimal.
        case text(String)
        /// Bytes: the first ones, and how many there are.
        case bytes([UInt8], count: Int)
        /// Fields inside.
        case group([Field])
        /// Rows of a table: the first ones, and how many there are.
        case rows([[Field]], count: Int)
    }

    /// Describes a box. Of every table and every run of bytes at most `limit` rows or bytes are kept.
    public init(_ box: Box, limit: Int = .max) {
        type = box.type
        position = box.position
        size = box.size
        var collector = FieldCollector(limit: limit)
        let (boxes, problem) = box.list(into: &collector)
        self.problem = problem
        fields = collector.fields
        children = boxes.map { BoxDescription($0, limit: limit) }
    }
}
