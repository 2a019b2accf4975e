import Contracts
import Storage

extension SQLTransaction {
    /// Updates the uses of foods after a change of one entry and publishes what has changed.
    ///
    /// A change of the day alone has no effect: a use is the food, the time of logging, the meal and the amount.
    ///
    /// - Parameters:
    ///   - before: The entry's previous use of a food; nil if it had none or did not exist.
    ///   - after: The entry's use of a food now; nil if it has none or is removed.
    ///   - user: The owner of the entry.
    /// - Throws: What SQLite throws.
    func updateFoodUses(from before: FoodUse?, to after: FoodUse?, of user: UserID) throws {
        guard before != after else { return }
        if let before, let after, before.isSame(exceptAmountAs: after) {
            // The stored uses stay the same. The amount counts only if the entry is the newest one.
            let use = try reader.foodUse(of: after.food, user)
            if (use.lastAt, use.lastAmount) == (after.at, after.amount) { try emit(use, of: user) }
            return
        }
        let foods = Set([before?.food, after?.food].compactMap { $0 })
        let oldUses = try foods.map { try reader.foodUse(of: $0, user) }
        if let before { try removeUse(before, of: user) }
        if let after { try addUse(after, of: user) }
        for old in oldUses {
            try sumUses(of: old.foodId, user)
            let new = try reader.foodUse(of: old.foodId, user)
            // The old use was read with the present amount of its newest entry.
            if new != old || before?.amount != after?.amount { try emit(new, of: user) }
        }
    }
}

extension DiaryService {
    /// Returns a user's uses of each food, for the diary's snapshot.
    static func foodFacts(of user: UserID, _ reader: SQLReader) throws -> [SnapshotSource.Fact] {
        try reader.foodUses(of: user).map { try .init($0) }
    }
}
