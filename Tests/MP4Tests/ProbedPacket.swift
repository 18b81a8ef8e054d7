import TestSupport
import Testing

/// What ffprobe says of a packet.
struct ProbedPacket {
    var pts: Int64
    var dts: Int64
    var size: Int
    var position: Int
    var isKey: Bool
    /// It is decoded and not shown.
    var isDiscarded: Bool

    /// All packets of a file by the index of their stream; none of a file that ffprobe cannot read.
    static func all(in path: String) throws -> [Int: [ProbedPacket]] {
        let entries = "packet=stream_index,pts,dts,size,pos,flags"
        let probe = try #require(Tool("ffprobe")).run(["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path])
        var packets: [Int: [ProbedPacket]] = [:]
        for line in probe.text.split(separator: "\n") {
            let values = line.split(separator: ",", omittingEmptySubsequences: false)
            packets[try #require(Int(values[0])), default: []].append(
                ProbedPacket(
                    pts: try #require(Int64(values[1])), dts: try #require(Int64(values[2])),
                    size: try #require(Int(values[3])), position: try #require(Int(values[4])),
                    isKey: values[5].contains("K"), isDiscarded: values[5].contains("D")))
        }
        return packets
    }
}
