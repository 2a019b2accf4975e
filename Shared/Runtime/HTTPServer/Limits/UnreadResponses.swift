import Contracts
import Synchronization

/// Limits the memory of responses that clients do not read.
package final class UnreadResponses: Sendable {
    /// The limit for the unwritten bytes of all responses together.
    ///
    /// Responses that clients read use almost none of it.
    package static let bytesDefault = ServerLimit.allUnreadBytes.value

    private struct Answer {
        let bytes: Int
        /// Grows with the time at which the client stopped reading.
        let number: Int
        /// The client; the response counts toward its total.
        let client: String
        let end: @Sendable () -> Void
    }

    private struct State {
        var answers: [ObjectIdentifier: Answer] = [:]
        var bytesByClient: [String: Int] = [:]
        var bytes = 0
        var lastNumber = 0

        /// The response to abort: of the client with most unread bytes, the one that stopped being read first.
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

    /// Adds a response that its client does not read at present.
    ///
    /// If the total exceeds the limit, responses of the client with most unread bytes are aborted.
    ///
    /// - Parameters:
    ///   - id: Identifies the connection.
    ///   - bytes: The unwritten bytes.
    ///   - client: The client as returned by ``ClientAddress/network``; connections without an address count as one
    ///     client.
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

    /// Removes a response that is being read again, or has a closed connection.
    package func remove(_ id: ObjectIdentifier) { state.withLock { Self.remove(id, &$0) } }

    private static func remove(_ id: ObjectIdentifier, _ state: inout State) {
        guard let answer = state.answers.removeValue(forKey: id) else { return }
        state.bytes -= answer.bytes
        let rest = state.bytesByClient[answer.client, default: 0] - answer.bytes
        state.bytesByClient[answer.client] = rest > 0 ? rest : nil
    }
}
