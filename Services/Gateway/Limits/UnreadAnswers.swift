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
        /// Whose share it takes from.
        let client: String
        let end: @Sendable () -> Void
    }

    private struct State {
        var answers: [ObjectIdentifier: Answer] = [:]
        var bytesByClient: [String: Int] = [:]
        var bytes = 0
        var lastNumber = 0

        /// Finds the answer that has to end: of the client that leaves most unread, the one that stopped being read first.
        var victim: (key: ObjectIdentifier, value: Answer)? {
            let largest = bytesByClient.max { $0.value < $1.value }?.key
            return answers.filter { $0.value.client == largest }.min { $0.value.number < $1.value.number }
        }
    }

    private let max: Int
    private let state = Mutex(State())

    package init(max: Int = bytesDefault) {
        self.max = max
    }

    /// Adds an answer that its client does not read at present.
    ///
    /// Where all together take too much, answers of the client that leaves most unread end.
    ///
    /// - Parameters:
    ///   - id: Of the connection.
    ///   - bytes: That are not written.
    ///   - client: Whose connection it is, as ``ClientAddress/network`` names it; connections without an address are one.
    ///   - end: Closes the connection; called from any thread.
    package func add(_ id: ObjectIdentifier, _ bytes: Int, of client: String = "", end: @escaping @Sendable () -> Void)
    {
        let ends = state.withLock { state in
            Self.remove(id, &state)
            state.lastNumber += 1
            state.answers[id] = Answer(bytes: bytes, number: state.lastNumber, client: client, end: end)
            state.bytesByClient[client, default: 0] += bytes
            state.bytes += bytes
            var ends: [@Sendable () -> Void] = []
            while state.bytes > max, let victim = state.victim {
                ends.append(victim.value.end)
                Self.remove(victim.key, &state)
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
        let rest = state.bytesByClient[answer.client, default: 0] - answer.bytes
        state.bytesByClient[answer.client] = rest > 0 ? rest : nil
    }
}
