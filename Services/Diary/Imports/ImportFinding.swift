import Contracts
import Storage

/// How an item of a file compares with the diary.
enum ImportFinding: Sendable, Equatable {
    case new
    case same
    /// It exists with other values.
    case differing
    /// It is an entry that was removed from the diary.
    case removed
}

extension SQLReader {
    func finding(of item: ImportItem, _ format: DiaryImportFormat, _ user: UserID) throws -> ImportFinding {
        switch item {
        case .entry(let logged):
            guard let stored = try entry(logged.entry.id, of: user) else {
                return try removedVersion(of: logged.entry.id, user) == nil ? .new : .removed
            }
            return logged.matches(stored, format) ? .same : .differing
        case .extras(let extras):
            let stored = try dayExtras(of: user, on: extras.date)
            var expected = extras
            expected.version = stored.version
            if expected == stored { return .same }
            return stored.version == 0 ? .new : .differing
        case .plan(let plan):
            guard let stored = try storedPlan(plan.id, of: user) else { return .new }
            return try exported(stored, of: user).withImportedFoods == plan ? .same : .differing
        case .favourite(let favourite): return try isFavourite(favourite.food.id, of: user) ? .same : .new
        }
    }
}

extension LoggedEntry {
    /// Returns the entry with the image that was uploaded for the stored entry: files neither contain nor remove such
    /// images.
    func withImage(of stored: LoggedEntry) -> LoggedEntry {
        guard stored.entry.hasOwnImage else { return self }
        var result = self
        result.entry.imageURL = stored.entry.imageURL
        return result
    }

    /// Returns whether an entry of a file equals the stored one in every field that the file has.
    fileprivate func matches(_ stored: LoggedEntry, _ format: DiaryImportFormat) -> Bool {
        var expected = withImage(of: stored)
        expected.entry.version = stored.entry.version
        if format != .mealwire {
            (expected.entry.position, expected.entry.at) = (stored.entry.position, stored.entry.at)
        }
        return expected == stored
    }
}
