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

/// One message for a stream.
package struct LiveMessage: Sendable, Equatable {
    /// The number of the hint; for a reset, the number of the newest hint that it covers.
    package let number: Int
    /// Nil for a reset: anything may have changed.
    package let hint: LiveHint?

    package init(number: Int, hint: LiveHint?) {
        self.number = number
        self.hint = hint
    }
}

/// The pending messages of one stream: the newest hint for each key, up to a limit.
struct LivePendingHints: Sendable {
    /// The maximum of pending hints; beyond it, a reset is cheaper for the client.
    static let countMax = 64

    private var hints: [LiveHint.Key: LiveMessage] = [:]
    private var needsReset = false

    mutating func add(_ hint: LiveHint, _ number: Int) {
        guard !needsReset else { return }
        hints[hint.key] = LiveMessage(number: number, hint: hint)
        if hints.count > Self.countMax { reset() }
    }

    /// Replaces all hints with one reset.
    mutating func reset() {
        needsReset = true
        hints = [:]
    }

    /// Removes and returns the pending messages, in order.
    ///
    /// - Parameter newest: The number of the newest hint of all.
    /// - Returns: The hints, or one reset; empty if nothing is pending.
    mutating func take(newest: Int) -> [LiveMessage] {
        defer { self = LivePendingHints() }
        if needsReset { return [LiveMessage(number: newest, hint: nil)] }
        return hints.values.sorted { $0.number < $1.number }
    }
}

/// The users that a hint concerns.
package enum LiveAudience: Sendable, Equatable {
    case user(UserID)
    case allUsers
}

/// A ring buffer of the last hints by number, for clients that reconnect.
struct LiveHintRing: Sendable {
    /// The capacity: some hundred bytes each; even a busy stack fills it in seconds to minutes.
    static let capacity = 4_096

    private struct Item {
        let hint: LiveHint
        let audience: LiveAudience
    }

    /// Hints in a circle, by number; nil where the ring was cleared.
    private var items: [Item?] = []
    /// The number of the newest hint; 0 before the first.
    private(set) var newest = 0
    /// Hints up to this number are no longer available.
    private var clearedUpTo = 0

    /// Stores a hint under the next number.
    mutating func append(_ hint: LiveHint, for audience: LiveAudience) -> Int {
        append(Item(hint: hint, audience: audience))
    }

    /// Clears the ring and uses up a number, because some hints may have been missed here.
    mutating func clear() -> Int {
        clearedUpTo = append(nil)
        return clearedUpTo
    }

    private mutating func append(_ item: Item?) -> Int {
        if items.count < Self.capacity { items.append(item) } else { items[newest % Self.capacity] = item }
        newest += 1
        return newest
    }

    /// Returns the hints for a user after a given number.
    ///
    /// - Parameters:
    ///   - number: The newest hint that the client has.
    ///   - user: The user that receives the hints.
    /// - Returns: Numbers and hints in order; nil if some may be missing, or the number was never issued.
    func hints(after number: Int, for user: UserID) -> [(number: Int, hint: LiveHint)]? {
        guard number <= newest, number >= clearedUpTo, number >= newest - Self.capacity else { return nil }
        return (number..<newest).compactMap { index in
            guard let item = items[index % Self.capacity], [.allUsers, .user(user)].contains(item.audience) else {
                return nil
            }
            return (index + 1, item.hint)
        }
    }
}
