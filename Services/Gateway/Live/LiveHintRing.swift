package import Contracts

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
