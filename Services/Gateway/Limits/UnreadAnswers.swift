import Synchronization

/// Limits the memory of answers that their clients do not read.
package final class UnreadAnswers: Sendable {
    /// Bytes of all answers together that sockets do not take.
    ///
    /// Answers that are read take next to nothing of it.
    package static let bytesDefault = 16 << 20

    private struct Answer {
        let bytes: Int
        /// Those that stopped being read later have higher numbers.
        let number: Int
        let end: @Sendable () -> Void
    }

    private struct State {
        var answers: [ObjectIdentifier: Answer] = [:]
        var bytes = 0
        var lastNumber = 0
    }

    private let max: Int
    private let state = Mutex(State())

    package init(max: Int = bytesDefault) {
        self.max = max
    }

    /// Adds an answer that its client does not read at present.
    ///
    /// Where all together take too much, those that have not been read for longest end.
    ///
    /// - Parameters:
    ///   - id: Of the connection.
    ///   - bytes: That are not written.
    ///   - end: Closes the connection; called from any thread.
    package func add(_ id: ObjectIdentifier, _ bytes: Int, end: @escaping @Sendable () -> Void) {
        let ends = state.withLock { state in
            Self.remove(id, &state)
            state.lastNumber += 1
            state.answers[id] = Answer(bytes: bytes, number: state.lastNumber, end: end)
            state.bytes += bytes
            var ends: [@Sendable () -> Void] = []
            while state.bytes > max, let oldest = state.answers.min(by: { $0.value.number < $1.value.number }) {
                ends.append(oldest.value.end)
                Self.remove(oldest.key, &state)
            }
            return ends
        }
        for end in ends { end() }
    }

    /// Takes an answer away that is read again, or whose connection has ended.
    package func remove(_ id: ObjectIdentifier) { state.withLock { Self.remove(id, &$0) } }

    private static func remove(_ id: ObjectIdentifier, _ state: inout State) {
        guard let answer = state.answers.removeValue(forKey: id) else { return }
        state.bytes -= answer.bytes
    }
}
