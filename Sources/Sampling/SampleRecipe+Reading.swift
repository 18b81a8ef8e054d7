internal import Catalog
package import Configuration
internal import MediaTypes

extension SampleRecipe {
    /// What a recipe says beside its name, in a file and on the command line.
    package enum Field: String, CaseIterable, Sendable { case reel, size, rate, length, bitrate }

    /// A value that no sample can have: what the field takes instead.
    package struct FieldError: Error, Equatable, CustomStringConvertible {
        package var field: Field
        package var takes: String
        package var text: String

        package var description: String { "'\(field.rawValue)' takes \(takes), not '\(text.prefix(64))'" }
    }

    /// Reads and bounds one value.
    package mutating func set(_ field: Field, to text: String) throws(FieldError) {
        let isSet: Bool
        switch field {
        case .reel: isSet = assign(Int(text), to: \.reel, in: 0...65535)
        case .size: isSet = assign(Self.size(text), to: \.size)
        case .rate:
            let rate = FrameRate(text).flatMap { (1...240).contains($0.framesPerSecond) ? $0 : nil }
            isSet = assign(rate, to: \.rate)
        case .length: isSet = assign(Self.seconds(text), to: \.length)
        case .bitrate:
            let isKilo = text.hasSuffix("k")
            let number = Int(isKilo ? text.dropLast() : text[...]).flatMap { number in
                (1...200_000_000).contains(number) ? number * (isKilo ? 1000 : 1) : nil
            }
            isSet = assign(number.flatMap { (10_000...200_000_000).contains($0) ? BitRate($0) : nil }, to: \.bitrate)
        }
        if !isSet { throw FieldError(field: field, takes: Self.takes(field), text: text) }
    }

    /// The recipes of a file, as `SampleMedia/reels.yaml`.
    package static func read(contentsOf path: String) throws -> [SampleRecipe] {
        let node = try YAMLNode.read(contentsOf: path)
        return try recipes(node)
    }

    package static func recipes(_ node: YAMLNode) throws(ConfigurationError) -> [SampleRecipe] {
        let reels = try node.fields(of: "a file of samples", ["reels"]).required("reels")
        var recipes = [SampleRecipe]()
        for item in try reels.items("reels") {
            let recipe = try SampleRecipe(item)
            guard !recipes.contains(where: { $0.name == recipe.name }) else {
                throw item.error("two reels have the name '\(recipe.name)'")
            }
            recipes.append(recipe)
        }
        return recipes
    }

    private init(_ node: YAMLNode) throws(ConfigurationError) {
        let fields = try node.fields(of: "a sample reel", ["name"] + Field.allCases.map(\.rawValue))
        let nameNode = try fields.required("name")
        guard let name = ReelID(try nameNode.text("name")) else {
            throw nameNode.error("'name' takes 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit")
        }
        self.init(name: name, reel: 0)
        for field in Field.allCases {
            guard let value = field == .reel ? try fields.required("reel") : fields[field.rawValue] else { continue }
            let text = try value.text(field.rawValue)
            do throws(FieldError) {
                try set(field, to: text)
            } catch {
                throw value.error(error.description)
            }
        }
    }

    private mutating func assign<Value>(_ value: Value?, to path: WritableKeyPath<SampleRecipe, Value>) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }

    private mutating func assign<Value>(_ value: Value?, to path: WritableKeyPath<SampleRecipe, Value?>) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }

    private mutating func assign(
        _ value: Int?, to path: WritableKeyPath<SampleRecipe, Int>, in bounds: ClosedRange<Int>
    ) -> Bool {
        assign(value.flatMap { bounds.contains($0) ? $0 : nil }, to: path)
    }

    private static func takes(_ field: Field) -> String {
        switch field {
        case .reel: "a whole number from 0 to 65535"
        case .size: "WIDTHxHEIGHT, even numbers from 128 to 4096"
        case .rate: "frames per second from 1 to 240, as 25 or 30000/1001"
        case .length: "seconds up to 3600, with at most three decimals"
        case .bitrate: "bit/s, as 8000k, from 10k to 200000k"
        }
    }

    private static func size(_ text: String) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            [width, height].allSatisfy({ (128...4096).contains($0) && $0.isMultiple(of: 2) })
        else { return nil }
        let size = PixelSize(width, height)
        return FrameStrip.fits(size) ? size : nil
    }

    private static func seconds(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), (0...3600).contains(whole) else { return nil }
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard (1...3).contains(decimals.count), decimals.utf8.allSatisfy({ (48...57).contains($0) }),
            let fraction = Int64(decimals + String(repeating: "0", count: 3 - decimals.count))
        else { return nil }
        let milliseconds = whole * 1000 + fraction
        return (1...3_600_000).contains(milliseconds) ? MediaTime(milliseconds: milliseconds) : nil
    }
}
