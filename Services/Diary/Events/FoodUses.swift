import Contracts
import Storage

extension SQLTransaction {
    /// Brings the uses of foods up to date after a change of one entry, and tells of what is new about them.
    ///
    /// A change of amount or day alone leaves them as they are: what counts is which food was logged when, and for which meal.
    ///
    /// - Parameters:
    ///   - before: Where the entry used a food; nil if it did not, or was not there.
    ///   - after: Where it does now, or nil likewise.
    ///   - user: Whose entry it is.
    /// - Throws: what SQLite throws.
    func usesHaveChanged(from before: FoodPlace?, to after: FoodPlace?, of user: UserID) throws {
        guard before != after else { return }
        let foods = Set([before?.food, after?.food].compactMap { $0 })
        let told = try foods.map { try reader.foodUse(of: $0, user) }
        if let before { try removeUse(before, of: user) }
        if let after { try addUse(after, of: user) }
        for old in told {
            try sumUses(of: old.foodId, user)
            let new = try reader.foodUse(of: old.foodId, user)
            if new != old { try emit(new, of: user) }
        }
    }
}

extension DiaryService {
    /// How somebody uses each food, for the diary's snapshot.
    static func foodFacts(of user: UserID, _ reader: SQLReader) throws -> [SnapshotSource.Fact] {
        try reader.foodUses(of: user).map { try .init($0) }
    }
}
