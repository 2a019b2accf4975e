import Contracts
import Storage

/// How something that a file brings stands to what is there.
enum ImportFinding: Sendable, Equatable {
    case new
    case same
    /// It is there and says something else.
    case differing
    /// It is an entry that was removed here.
    case removed
}

extension SQLReader {
    func finding(of item: ImportItem, _ format: DiaryImportFormat, _ user: UserID) throws -> ImportFinding {
        switch item {
        case .entry(let logged):
            guard let stored = try entry(logged.entry.id, of: user) else {
                return try removedVersion(of: logged.entry.id, user) == nil ? .new : .removed
            }
            return logged.says(the: stored, format) ? .same : .differing
        case .extras(let extras):
            let stored = try dayExtra(of: user, on: extras.date)
            if (stored.waterMl, stored.note) == (extras.waterMl, extras.note) { return .same }
            return stored.version == 0 ? .new : .differing
        }
    }
}

extension LoggedEntry {
    /// The same with the picture that was uploaded for the stored entry: files neither bring such pictures nor take them
    /// off.
    func keepingPicture(of stored: LoggedEntry) -> LoggedEntry {
        guard stored.entry.hasOwnPicture else { return self }
        var kept = self
        kept.entry.imageURL = stored.entry.imageURL
        return kept
    }

    /// Whether an entry of a file says what the stored one says, as far as the file speaks of it.
    fileprivate func says(the stored: LoggedEntry, _ format: DiaryImportFormat) -> Bool {
        var wanted = keepingPicture(of: stored)
        wanted.entry.version = stored.entry.version
        if format != .mealwire { (wanted.entry.position, wanted.entry.at) = (stored.entry.position, stored.entry.at) }
        return wanted == stored
    }
}
