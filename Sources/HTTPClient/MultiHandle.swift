internal import CCurl

/// libcurl's set of transfers and their connections.
///
/// `@unchecked Sendable` because: the pointer is set once and freed by `deinit`, when nobody holds the object any more.
/// `wake` is the one call made by other threads than the loop's, and `curl_multi_wakeup` is documented as callable from
/// any thread at any time of the handle's life. Everything else is called on the loop's thread only.
final class MultiHandle: @unchecked Sendable {
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    private let multi: UnsafeMutableRawPointer

    init() {
        guard Self.isReady, let multi = curl_multi_init() else { fatalError("out of memory for a set of transfers") }
        self.multi = multi
        reelrig_multi_setopt_long(multi, CURLMOPT_MAXCONNECTS, 32)
    }

    deinit { curl_multi_cleanup(multi) }

    func wake() { curl_multi_wakeup(multi) }

    func add(_ easy: UnsafeMutableRawPointer) { curl_multi_add_handle(multi, easy) }

    func remove(_ easy: UnsafeMutableRawPointer) { curl_multi_remove_handle(multi, easy) }

    func perform() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
    }

    /// A transfer that libcurl has ended, and how.
    func nextDone() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle {
                return (easy, message.pointee.data.result)
            }
        }
        return nil
    }

    /// Until a socket is ready, ``wake()`` is called, or the time has passed; in whole milliseconds, rounded up.
    func wait(atMost time: Duration) {
        let nanoseconds = time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
        curl_multi_poll(multi, nil, 0, Int32(clamping: (nanoseconds + 999_999) / 1_000_000), nil)
    }
}
