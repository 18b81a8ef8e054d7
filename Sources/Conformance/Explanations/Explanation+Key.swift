/// Rules of keys.
extension Explanation {
    static let key: [String: Explanation] = [
        "K01": Explanation(
            why: "A client cannot decrypt, and must not play the segments.",
            mend: "Write a METHOD that the draft has."),
        "K02": Explanation(
            why: "Clients may take the other attributes for a key.",
            mend: "Write METHOD=NONE alone."),
        "K03": Explanation(
            why: "There is no key to load.",
            mend: "Add URI."),
        "K04": Explanation(
            why: "The IV of AES-256-GCM is in each segment.",
            mend: "Remove IV."),
        "K05": Explanation(
            why: "The IV of SAMPLE-AES-CTR is in each sample's information.",
            mend: "Remove IV."),
        "K06": Explanation(
            why: "A client has another IV, and decrypts to noise.",
            mend: "Write 0x and at most 32 digits."),
        "K07": Explanation(
            why: "A client cannot tell whether it knows the format.",
            mend: "Write positive numbers joined by '/', as \"1\" or \"1/2\"."),
        "K08": Explanation(
            why: "A client cannot tell which key decrypts the segment.",
            mend: "Give keys of one segment different KEYFORMATs, one METHOD and one IV."),
        "K14": Explanation(
            why: "A session key without encryption says nothing.",
            mend: "Remove the tag."),
        "K15": Explanation(
            why: "A client would load the key twice.",
            mend: "Leave one."),
        "K16": Explanation(
            why: "The key that was loaded ahead does not decrypt.",
            mend: "Make METHOD, KEYFORMAT and KEYFORMATVERSIONS equal."),
        "K17": Explanation(
            why: "A client loads keys only when it comes to them, and starts later.",
            mend: "Add EXT-X-SESSION-KEY for each key that variants share."),
        "K18": Explanation(
            why: "Who has the key of the lower level can decrypt the higher.",
            mend: "Use different keys."),
        "K19": Explanation(
            why: "The IV depends on the segment's number, which goes wrong when segments are renumbered.",
            mend: "Add IV."),
        "K21": Explanation(
            why: "Many players expect all 32 digits.",
            mend: "Write leading zeros."),
    ]
}
