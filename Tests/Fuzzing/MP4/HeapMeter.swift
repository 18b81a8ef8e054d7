/// How much memory is in use, and was at most, by the allocator's own account.
enum HeapMeter {
    // The fuzzer runs its target on one thread; what others allocate meanwhile is little, and only makes the sum wrong.
    nonisolated(unsafe) fileprivate static var current = 0
    nonisolated(unsafe) fileprivate static var highest = 0

    /// Begins to count.
    static func install() {
        _ = installHooks(
            { _, count in
                HeapMeter.current += count
                HeapMeter.highest = max(HeapMeter.highest, HeapMeter.current)
            },
            { pointer in HeapMeter.current -= allocatedSize(pointer) })
    }

    /// What `body` gives, and how many bytes it had in use at once.
    static func peak<Value>(_ body: () -> Value) -> (value: Value, peak: Int) {
        let start = current
        highest = start
        let value = body()
        return (value, highest - start)
    }
}

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void, _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer?) -> Int
