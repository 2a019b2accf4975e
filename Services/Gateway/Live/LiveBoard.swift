package import Contracts

/// Who listens, and what waits for each of them: pure, without sockets and clocks.
package struct LiveBoard: Sendable {
    private struct Listener {
        let user: UserID
        var pending = LivePending()
    }

    /// Tells the ids of this process from those of every other one.
    package let name: String
    private var ring = LiveRing()
    private var listeners: [Int: Listener] = [:]
    private var listenersOfUser: [UserID: [Int]] = [:]

    /// - Parameter name: Of letters and digits, and nobody else's.
    package init(name: String) {
        self.name = name
    }

    /// The id under which a listener goes on who knows everything so far.
    package var place: String { id(of: ring.newest) }

    /// The id of a message.
    package func id(of number: Int) -> String { "\(name)-\(number)" }

    /// Lets somebody listen from now on, or from where they were.
    ///
    /// - Parameters:
    ///   - listener: A number that nobody else has.
    ///   - user: Whose hints they hear.
    ///   - lastID: The id of the last message that they have; nil for who has none and fetches everything anyway.
    package mutating func join(_ listener: Int, _ user: UserID, after lastID: String?) {
        var pending = LivePending()
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

    /// Nothing is kept for a listener from now on.
    package mutating func leave(_ listener: Int) {
        guard let user = listeners.removeValue(forKey: listener)?.user else { return }
        listenersOfUser[user]?.removeAll { $0 == listener }
        if listenersOfUser[user]?.isEmpty ?? false { listenersOfUser[user] = nil }
    }

    /// Has a hint wait for all whom it concerns.
    ///
    /// - Parameters:
    ///   - hint: What has changed.
    ///   - audience: Whom it concerns.
    /// - Returns: The listeners among them.
    package mutating func post(_ hint: LiveHint, to audience: LiveAudience) -> [Int] {
        let number = ring.append(hint, for: audience)
        let concerned =
            switch audience {
            case .user(let user): listenersOfUser[user] ?? []
            case .everybody: Array(listeners.keys)
            }
        for listener in concerned { listeners[listener]?.pending.add(hint, number) }
        return concerned
    }

    /// Has everybody fetch everything anew, because some change may have been missed.
    ///
    /// - Returns: All listeners.
    package mutating func resetAll() -> [Int] {
        _ = ring.forget()
        for listener in listeners.keys { listeners[listener]?.pending.reset() }
        return Array(listeners.keys)
    }

    /// Takes out what waits for a listener, in order.
    package mutating func take(_ listener: Int) -> [LiveMessage] {
        listeners[listener]?.pending.take(newest: ring.newest) ?? []
    }

    /// The number in an id that this process has given; nil for any other text.
    private func number(of id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == name, let number = Int(parts[1]), number >= 0 else { return nil }
        return number
    }
}
