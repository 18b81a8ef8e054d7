/// Fields that lie one after another: a box, a sample entry, a row of a table.
///
/// ``code(_:)`` names every field once, in the order of the file. Reading, writing and printing are three
/// ``FieldCoder``s that go through the same list, so they cannot disagree.
public protocol FieldGroup: Sendable {
    /// The values a new file has.
    init()
    /// Hands every field to `fields`, in the order of the file.
    mutating func code(_ fields: inout some FieldCoder) throws(BoxError)
}

extension FieldGroup {
    /// The values a new file has, then what `change` sets.
    public init(_ change: (inout Self) -> Void) {
        self.init()
        change(&self)
    }
}

/// What is inside a box, its header aside.
public protocol BoxContent: FieldGroup {
    /// The type of the box; for a sample entry, which serves several, the commonest.
    static var type: FourCC { get }
}
