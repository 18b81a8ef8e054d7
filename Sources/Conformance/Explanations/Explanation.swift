/// What `--explain` says of a rule beyond what it asks.
package struct Explanation: Sendable, Equatable {
    /// What goes wrong where it is broken.
    package var why: String
    /// What to change.
    package var mend: String
}
