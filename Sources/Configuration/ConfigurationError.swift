/// What is wrong with a configuration file, and at which line and column, both from 1.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    package var problem: String
    package var line: Int
    package var column: Int
    /// The file, as the user named it.
    package var path: String

    package init(_ problem: String, line: Int, column: Int, path: String = "") {
        self.problem = problem
        self.line = line
        self.column = column
        self.path = path
    }

    /// `reels.yaml:3:5`, or `line 3, column 5` of a text that has no file.
    package var place: String {
        path.isEmpty ? "line \(line), column \(column)" : "\(path):\(line):\(column)"
    }

    package var description: String { "\(problem) (\(place))" }
}
