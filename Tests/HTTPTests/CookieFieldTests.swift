import HTTP
import Testing

@Test(arguments: [
    (["a=1"], ["1"]), (["b=2; a=1; a=3"], ["1", "3"]), (["a=1", "a=2"], ["1", "2"]), (["a=x=y"], ["x=y"]),
    (["a="], [""]),
    (["aa=1; A=2; a; =a; "], []), ([], []), (["b=\"a=1\""], []),
])
func `cookies of a name are found in their order`(fields: [String], values: [String]) {
    #expect(CookieField.values(of: "a", in: fields).map(String.init) == values)
}
