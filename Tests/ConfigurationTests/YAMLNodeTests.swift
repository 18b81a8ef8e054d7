import Configuration
import Testing

private func parse(_ text: String) throws(ConfigurationError) -> YAMLNode { try YAMLNode.parse(Array(text.utf8)) }

private func error(_ text: String) -> ConfigurationError? {
    do {
        _ = try parse(text)
        return nil
    } catch { return error }
}

@Test func `every value knows its line and column`() throws {
    let fields = try parse("# a comment\nname: reel\nlist:\n  - 1\n  - two\n").fields(of: "it", ["name", "list"])
    let name = try fields.required("name")
    #expect(try name.text("name") == "reel")
    #expect((name.line, name.column) == (2, 7))
    let items = try fields.required("list").items("list")
    #expect(try items[0].integer("list", in: 0...9) == 1)
    #expect((items[1].line, items[1].column) == (5, 5))
}

@Test func `JSON is read too`() throws {
    let node = try parse(#"{"a": [true, "1"], "b": null}"#)
    let fields = try node.fields(of: "it", ["a", "b"])
    let items = try fields.required("a").items("a")
    #expect(try items[0].boolean("a"))
    #expect(throws: ConfigurationError.self) { try items[1].integer("a", in: 0...9) }
    #expect(try fields.required("b").isNull)
}

@Test func `a doubled field is an error that names the field, its place and the first one's line`() {
    #expect(
        error("a: 1\nb: 2\n  \na: 3\n")
            == ConfigurationError("field 'a' is given twice, first in line 1", line: 4, column: 1))
}

@Test func `an unknown field is an error at its name`() throws {
    let node = try YAMLNode.parse(Array("a: 1\nc: {d: 1}\n".utf8), path: "x.yaml")
    #expect(throws: ConfigurationError("unknown field 'c' in it, which has a, b", line: 2, column: 1, path: "x.yaml")) {
        try node.fields(of: "it", ["a", "b"])
    }
}

@Test func `a missing field is an error at the thing that lacks it`() throws {
    let node = try parse("\n\n  a: 1\n").fields(of: "it", ["a", "b"])
    #expect(throws: ConfigurationError("it has no 'b'", line: 3, column: 3)) { try node.required("b") }
}

@Test(arguments: [
    ("a: &x 1\nb: *x\n", "aliases (*name) are not read: write the value again", 2, 4),
    ("a: !!int 1\n", "tags (!name) are not read", 1, 4),
    ("a: 1\n---\nb: 2\n", "a second document begins here", 2, 1),
    ("", "the file is empty", 1, 1),
    ("# nothing\n", "the file is empty", 1, 1),
    ("? [a]\n: 1\n", "a field's name is a word", 1, 3),
])
func `what configuration does not need is refused`(_ text: String, _ problem: String, _ line: Int, _ column: Int) {
    #expect(error(text) == ConfigurationError(problem, line: line, column: column))
}

@Test func `broken YAML and bytes that are no text are errors with a place`() throws {
    let broken = try #require(error("a: 1\nb: [1, 2\nc: 3\n"))
    #expect(broken.problem.hasPrefix("not YAML: "))
    #expect(broken.line == 3)
    do {
        _ = try YAMLNode.parse([0x61, 0x3A, 0x20, 0xC3, 0x28])
        Issue.record("a broken UTF-8 sequence was read")
    } catch { #expect(error.problem.hasPrefix("not a text: ")) }
}

@Test func `depth, number and size are bounded`() throws {
    #expect(error(String(repeating: "[", count: 100_000))?.problem == "nested deeper than 32")
    let many = "[" + String(repeating: "1,", count: 60_000) + "]"
    #expect(error(many)?.problem == "more than 50000 values")
    let large = [UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) + 1)
    #expect(throws: ConfigurationError.self) { try YAMLNode.parse(large) }
}

@Test func `every prefix of a document either reads or is a clean error`() {
    let text = Array("a: [1, {b: \"x\\n\"}]\nc: |\n  text\n  more\nd: 'é'\n".utf8)
    for count in 0...text.count {
        do { _ = try YAMLNode.parse(Array(text[..<count])) } catch { #expect(error.line >= 1 && error.column >= 1) }
    }
}
