import Foundation
import TestSupport

/// An element as Python's xml.etree reads it: a parser (expat) that is not ours.
struct ForeignElement: Decodable {
    var name: String
    var attributes: [String: String]
    var text: String
    var children: [ForeignElement]

    static let isThere = Tool.isInstalled("python3")

    func child(_ name: String) -> ForeignElement? { children.first { $0.name == name } }

    /// `nil` without Python.
    init?(_ bytes: [UInt8]) throws {
        guard let python = Tool("python3") else { return nil }
        let script = """
            import base64, json, sys, xml.etree.ElementTree as tree
            def value(e):
                return {"name": e.tag.split("}")[-1], "attributes": dict(e.attrib), "text": e.text or "",
                        "children": [value(c) for c in e]}
            print(json.dumps(value(tree.fromstring(base64.b64decode(sys.argv[1])))))
            """
        let output = try python.run(["-c", script, Data(bytes).base64EncodedString()])
        self = try JSONDecoder().decode(ForeignElement.self, from: Data(output.standardOutput))
    }
}
