import Catalog
import Configuration
import MediaTypes
import Sampling
import TestSupport
import Testing

@Suite struct SampleRecipeTests {
    @Test func `the standard recipes are those of the file`() throws {
        let file = try SampleRecipe.read(contentsOf: "\(Folders.package)/SampleMedia/reels.yaml")
        #expect(file == SampleRecipe.standard)
    }

    @Test func `the standard recipes differ in rate and size, and their numbers are their own`() {
        let recipes = SampleRecipe.standard
        #expect(Set(recipes.map(\.rate)).count == 3 && Set(recipes.map(\.size)).count == 3)
        #expect(Set(recipes.map(\.reel)).count == 3)
    }

    @Test(arguments: [
        ("30000/1001", "8", 240),  // 239.76
        ("24", "6", 144), ("60", "0.1", 6), ("24000/1001", "10", 240), ("25", "0.001", 1), ("1", "3600", 3600),
        ("25", "0.02", 1),  // half a frame
    ])
    func `a length is the nearest whole number of frames`(rate: String, length: String, frames: Int) throws {
        var recipe = SampleRecipe(name: try #require(ReelID("a")), reel: 0)
        try recipe.set(.rate, to: rate)
        try recipe.set(.length, to: length)
        #expect(recipe.frameCount == frames)
    }

    @Test(arguments: [
        (SampleRecipe.Field.size, "1080"), (.size, "1081x1920"), (.size, "126x200"), (.size, "4098x200"),
        (.size, "x"), (.size, "4096x128"), (.rate, "0"), (.rate, "241"), (.rate, "30/0"), (.length, "0"),
        (.length, "-1"),
        (.length, "1.2345"), (.length, "3601"), (.length, "1e3"), (.length, ""), (.reel, "65536"), (.reel, "-1"),
        (.bitrate, "9999"), (.bitrate, "fast"), (.bitrate, "99999999999999999999"), (.bitrate, "200001k"),
    ])
    func `a value out of bounds is refused`(field: SampleRecipe.Field, text: String) {
        var recipe = SampleRecipe.standard[0]
        #expect(throws: SampleRecipe.FieldError.self) { try recipe.set(field, to: text) }
        #expect(recipe == SampleRecipe.standard[0])
    }

    @Test(arguments: [
        ("reels:\n  - {name: a, reel: 1, size: 3x3}", "'size' takes", 2, 30),
        ("reels:\n  - {name: a, reel: 1, colour: red}", "unknown field 'colour'", 2, 24),
        ("reels:\n  - {name: a}", "has no 'reel'", 2, 5),
        ("reels:\n  - {name: a, reel: 1}\n  - {name: a, reel: 2}", "two reels have the name 'a'", 3, 5),
        ("reels:\n  - {name: ../a, reel: 1}", "'name' takes", 2, 12),
    ])
    func `a mistake in a file is named with its place`(text: String, problem: String, line: Int, column: Int) throws {
        let node = try YAMLNode.parse(Array(text.utf8))
        let error = #expect(throws: ConfigurationError.self) { try SampleRecipe.recipes(node) }
        #expect(error?.problem.contains(problem) == true)
        #expect(error?.line == line && error?.column == column)
    }
}
