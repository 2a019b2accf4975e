package import Contracts

/// Whom a hint is for.
package enum LiveAudience: Sendable, Equatable {
    case user(UserID)
    case everybody
}

/// The last hints, by number, for those who were away for a moment.
struct LiveRing: Sendable {
    /// Hints that are kept: some hundred bytes each, and seconds to minutes even of a busy set.
    static let capacity = 4_096

    private struct Item {
        let hint: LiveHint
        let audience: LiveAudience
    }

    /// By number, in a circle; nil where all was forgotten.
    private var items: [Item?] = []
    /// The number of the newest hint; 0 before the first.
    private(set) var newest = 0
    /// What has this number or a lower one is not known any more.
    private var forgotten = 0

    /// Keeps a hint, and gives it the next number.
    mutating func append(_ hint: LiveHint, for audience: LiveAudience) -> Int {
        append(Item(hint: hint, audience: audience))
    }

    /// Forgets everything, and gives that the next number: some hints may have been missed here.
    mutating func forget() -> Int {
        forgotten = append(nil)
        return forgotten
    }

    private mutating func append(_ item: Item?) -> Int {
        if items.count < Self.capacity { items.append(item) } else { items[newest % Self.capacity] = item }
        newest += 1
        return newest
    }

    /// The hints for a user that are newer than one of theirs.
    ///
    /// - Parameters:
    ///   - number: The newest that they know.
    ///   - user: Who asks.
    /// - Returns: Numbers and hints in order; nil where some may be missing, or no hint had that number yet.
    func hints(after number: Int, for user: UserID) -> [(number: Int, hint: LiveHint)]? {
        guard number <= newest, number >= forgotten, number >= newest - Self.capacity else { return nil }
        return (number..<newest).compactMap { index in
            guard let item = items[index % Self.capacity], [.everybody, .user(user)].contains(item.audience) else {
                return nil
            }
            return (index + 1, item.hint)
        }
    }
}
