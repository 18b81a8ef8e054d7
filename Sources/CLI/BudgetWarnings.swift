import MediaCache
import Platform
import Player

/// What a play does about memory or a disk that is short: the budget shrinks, and the session is told.
///
/// A device warns of its memory; here SIGUSR1 does.
final class BudgetWarnings: Sendable {
    private struct State {
        /// Of a play without a store.
        var own: MediaBudget
        var store: MediaStore?
        var tell: MediaStore.Shrunk?
        /// What there was nobody to tell.
        var untold: [(shortage: MediaBudget.Shortage, steps: [MediaBudget.Step])] = []
    }

    private let state: Mutex<State>

    init(_ budget: MediaBudget) { state = Mutex(State(own: budget)) }

    /// Called before there are other threads.
    static func holdBackSignals() { Signal.block([.user1]) }

    /// Heeds every signal until the process ends.
    func watch(_ store: MediaStore?) {
        state.withLock { $0.store = store }
        _ = Worker { [self] in
            while true { if Signal.wait(for: [.user1]) == .user1 { warnOfMemory() } }
        }
    }

    /// No signal means anything from now on.
    func end() { state.withLock { ($0.store, $0.tell) = (nil, nil) } }

    var budget: MediaBudget { state.withLock { $0.store?.budget ?? $0.own } }

    /// - Parameter tell: tells the session that begins.
    func begin(_ tell: @escaping MediaStore.Shrunk) {
        let untold = state.withLock { state in
            defer { state.untold = [] }
            state.tell = tell
            return state.untold
        }
        for (shortage, steps) in untold { tell(shortage, steps) }
    }

    /// The session is over: the next one is told what comes now.
    func pause() { state.withLock { $0.tell = nil } }

    func hear(_ shortage: MediaBudget.Shortage, _ steps: [MediaBudget.Step]) {
        let tell = state.withLock { state in
            if state.tell == nil { state.untold.append((shortage, steps)) }
            return state.tell
        }
        tell?(shortage, steps)
    }

    private func warnOfMemory() {
        if let store = state.withLock({ $0.store }) { return store.warnOfMemory() }
        hear(.memory, state.withLock { $0.own.shrink(on: .memory) })
    }
}
