import HTTP
import Testing

@Test(arguments: [
    // RFC 9110 §5.6.7's own example; the epoch; a leap day; the last second of a year.
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
])
func `a date is written and read in the preferred form`(seconds: Int64, text: String) {
    #expect(HTTPDate.text(seconds) == text)
    #expect(HTTPDate.seconds(text) == seconds)
}

@Test(arguments: [
    "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
])
func `other forms are no dates`(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
}
