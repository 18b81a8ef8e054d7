import Catalog
import Testing

private func read(_ texts: String...) -> CMCD.Reading { CMCD.read(texts) }

private func json(_ data: CMCD) throws -> String {
    String(decoding: try CanonicalJSON.line(data), as: UTF8.self)
}

@Test func `version 1 is read as its types`() throws {
    let reading = read(
        #"bl=5000,br=200,bs,cid="content-id",d=325,dl=10000,mtp=10000,nor="..%2Ftesting%2F3.m4v",nrr="0-99",ot=m,"#
            + #"pr=1.25,rtp=8000,sf=d,sid="session-id",st=v,su,tb=5000"#)
    #expect(reading.problem == nil)
    #expect(reading.data["br"] == .integer(200) && reading.data["bs"] == .flag(true))
    #expect(reading.data["ot"] == .token("m") && reading.data["sid"] == .string("session-id"))
    #expect(reading.data["pr"] == .decimal(1.25))
    #expect(
        try json(reading.data) == #"{"bl":5000,"br":200,"bs":true,"cid":"content-id","d":325,"dl":10000,"#
            + #""mtp":10000,"nor":"..%2Ftesting%2F3.m4v","nrr":"0-99","ot":"m","pr":1.25,"rtp":8000,"sf":"d","#
            + #""sid":"session-id","st":"v","su":true,"tb":5000}"#)
}

@Test func `version 2 has lists, with parameters`() throws {
    let reading = read(
        #"bl=(5000),br=(200;v 128;a),bs,bsd=(2000),cid="content-id",com.example-Key=7,d=325,msd=2500,"#
            + #"nor=("../testing/3.m4v";r="0-99" "4.m4v"),ot=av,pt=45000,sf=e,sn=1,st=ll,sta=d,v=2"#)
    #expect(reading.problem == nil)
    #expect(
        reading.data["br"]
            == .list([
                CMCD.Item(.integer(200), ["v": .flag(true)]), CMCD.Item(.integer(128), ["a": .flag(true)]),
            ]))
    #expect(reading.data["sta"] == .token("d") && reading.data["com.example-Key"] == .integer(7))
    #expect(
        try json(reading.data) == #"{"bl":[5000],"br":[{"v":true,"value":200},{"a":true,"value":128}],"bs":true,"#
            + #""bsd":[2000],"cid":"content-id","com.example-Key":7,"d":325,"msd":2500,"#
            + #""nor":[{"r":"0-99","value":"../testing/3.m4v"},"4.m4v"],"ot":"av","pt":45000,"sf":"e","sn":1,"#
            + #""st":"ll","sta":"d","v":2}"#)
}

@Test func `four fields are one dictionary, and the last of a key counts`() {
    let reading = read("br=1,d=2000", "bl=100", "sid=\"s\"", "bs=?0,br=3")
    #expect(reading.problem == nil)
    #expect(reading.data["br"] == .integer(3) && reading.data["bs"] == .flag(false))
    #expect(reading.data.values.count == 5)
}

@Test(arguments: [
    // The value, and which keys remain.
    ("br=\"200\",d=1", ["d"]), ("br=200.5,d=1", ["d"]), ("br=-1,d=1", ["d"]), ("ot=x,d=1", ["d"]), ("ot=\"v\"", []),
    ("su=1", []), ("pr=fast", []), ("sid=abc", []), ("sid=\"\(String(repeating: "x", count: 65))\"", []),
    // Lists, keys and tokens of version 2 in version 1.
    ("br=(200),d=1", ["d"]), ("sta=p,d=1", ["d"]), ("st=ll", []), ("unknown=1,d=1", ["d"]),
    // What comes before the mistake stays.
    ("d=1,br=", ["d"]), ("d=1,=5", ["d"]), ("d=1,,br=2", ["d"]), ("d=1,", ["d"]), ("d=1 br=2", ["d"]),
    ("d=1,cid=\"a", ["d"]), ("d=1,cid=\"a\\b\"", ["d"]), ("d=1,cid=\"é\"", ["d"]), ("d=9999999999999999", []),
    ("{\"d\":1}", []), ("d=1,br=(1", ["d"]), ("d=1,br=(1 (2))", ["d"]), ("d=1,su=?2", ["d"]), ("\0", []), ("9=1", []),
])
func `what is not right is left out and said`(text: String, remaining: [String]) {
    let reading = read(text)
    #expect(reading.problem != nil)
    #expect(reading.data.values.keys.sorted() == remaining)
}

@Test func `nothing said is no problem, and there is an end to what is read`() {
    for text in ["", " \t"] { #expect(read(text).data == CMCD() && read(text).problem == nil) }
    #expect(read("d=" + String(repeating: "1", count: 9000)).problem == "more than 8192 bytes")
    let many = read((0..<500).map { "a-\($0)" }.joined(separator: ","))
    #expect(many.data.values.count == 64 && many.problem == "too many keys or values")
    #expect(read("v=2,br=(\(String(repeating: "1 ", count: 500)))").problem == "too many keys or values")
}

@Test func `a log line gives it back`() throws {
    let data = read(#"br=(200;v 128),nor=("a";r="0-1"),pr=1.5,sid="s",su,v=2"#).data
    let again = try CanonicalJSON.decode(CMCD.self, from: CanonicalJSON.line(data))
    #expect(again == data)
}

@Test func `it is written as the specification's examples are`() throws {
    let first =
        #"bl=5000,br=200,bs,cid="content-id",d=325,dl=10000,mtp=10000,nor="..%2Ftesting%2F3.m4v",ot=m,rtp=8000,"#
        + #"sf=d,sid="session-id",st=v,su,tb=5000"#
    #expect(read(first).data.text == first)
    let second =
        #"bl=(5000),br=(200),bs,bsd=(2000),cid="content-id",d=325,dl=10000,msd=2500,mtp=(10000),"#
        + #"nor=("../testing/3.m4v";r="0-99"),ot=m,pt=45000,sf=d,sid="session-id",sn=1,st=v,sta=p,su,tb=(5000),v=2"#
    #expect(read(second).data.text == second)
    let odd = CMCD([
        "cid": .string(#"a"b\c"#), "bs": .flag(false), "pr": .decimal(1.05), "com.example-x": .token("y"),
    ])
    #expect(odd.text == #"cid="a\"b\\c",com.example-x=y,pr=1.05"#)
    #expect(CMCD(["pr": .decimal(2)]).text == "pr=2" && CMCD(["pr": .decimal(-0.5)]).text == "pr=-0.5")
    #expect(CMCD(["cid": .string("é\n")]).text == #"cid="??""# && CMCD().text.isEmpty)
}

@Test func `each key goes into the header field of its kind`() {
    func fields(_ text: String) -> [String] { read(text).data.fields.map { "\($0.name): \($0.value)" } }
    #expect(
        fields(
            "br=1,d=2,ot=v,tb=3,bl=0,mtp=100,nor=\"a\",nrr=\"0-1\",su,dl=0,cid=\"c\",sf=h,sid=\"s\",st=v,pr=1.5,bs,rtp=100"
        )
            == [
                "CMCD-Object: br=1,d=2,ot=v,tb=3", "CMCD-Request: bl=0,dl=0,mtp=100,nor=\"a\",nrr=\"0-1\",su",
                "CMCD-Session: cid=\"c\",pr=1.5,sf=h,sid=\"s\",st=v", "CMCD-Status: bs,rtp=100",
            ])
    #expect(
        fields("v=2,pr=1.5,pt=1,sta=p,sn=0,msd=3,a-b=1")
            == ["CMCD-Request: a-b=1,sn=0,sta=p", "CMCD-Session: msd=3,v=2", "CMCD-Status: pr=1.5,pt=1"])
    #expect(fields("").isEmpty)
}
