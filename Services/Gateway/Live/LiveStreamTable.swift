package import Contracts

/// The open streams and the pending messages of each: pure state, without sockets or clocks.
package struct LiveStreamTable: Sendable {
    private struct Listener {
        let user: UserID
        var pending = LivePendingHints()
    }

    /// Distinguishes the message ids of this process from those of other processes.
    package let name: String
    private var ring = LiveHintRing()
    private var listeners: [Int: Listener] = [:]
    private var listenersOfUser: [UserID: [Int]] = [:]

    /// Makes an empty table.
    ///
    /// - Parameter name: A name of letters and digits that is unique to this process.
    package init(name: String) {
        self.name = name
    }

    /// The id from which a client resumes that has received everything so far.
    package var resumeID: String { id(of: ring.newest) }

    /// Returns the id of a message.
    package func id(of number: Int) -> String { "\(name)-\(number)" }

    /// Registers a stream, from now on or from the last message that its client received.
    ///
    /// - Parameters:
    ///   - listener: A unique number.
    ///   - user: The user that receives the hints.
    ///   - lastID: The id of the client's last message; nil for a client that has none and fetches everything.
    package mutating func join(_ listener: Int, _ user: UserID, after lastID: String?) {
        var pending = LivePendingHints()
        if let lastID {
            if let missed = number(of: lastID).flatMap({ ring.hints(after: $0, for: user) }) {
                for (number, hint) in missed { pending.add(hint, number) }
            } else {
                pending.reset()
            }
        }
        listeners[listener] = Listener(user: user, pending: pending)
        listenersOfUser[user, default: []].append(listener)
    }

    /// Removes a stream and its pending messages.
    package mutating func leave(_ listener: Int) {
        guard let user = listeners.removeValue(forKey: listener)?.user else { return }
        listenersOfUser[user]?.removeAll { $0 == listener }
        if listenersOfUser[user]?.isEmpty ?? false { listenersOfUser[user] = nil }
    }

    /// Adds a hint to the pending messages of its audience.
    ///
    /// - Parameters:
    ///   - hint: The change.
    ///   - audience: The users that the change concerns.
    /// - Returns: The affected streams.
    package mutating func post(_ hint: LiveHint, to audience: LiveAudience) -> [Int] {
        let number = ring.append(hint, for: audience)
        let concerned =
            switch audience {
            case .user(let user): listenersOfUser[user] ?? []
            case .allUsers: Array(listeners.keys)
            }
        for listener in concerned { listeners[listener]?.pending.add(hint, number) }
        return concerned
    }

    /// Makes all clients fetch everything again, because a change may have been missed.
    ///
    /// - Returns: All streams.
    package mutating func resetAll() -> [Int] {
        _ = ring.clear()
        for listener in listeners.keys { listeners[listener]?.pending.reset() }
        return Array(listeners.keys)
    }

    /// Removes and returns the pending messages of a stream, in order.
    package mutating func take(_ listener: Int) -> [LiveMessage] {
        listeners[listener]?.pending.take(newest: ring.newest) ?? []
    }

    /// Returns the number in an id that this process has issued; nil for any other text.
    private func number(of id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == name, let number = Int(parts[1]), number >= 0 else { return nil }
        return number
    }
}
