import Calendar
import Contracts
import FoodFormats

/// Derives ids of imported entries from date, meal and name, so that the same row has the same id in every file.
///
/// Energy and nutrients are not part of the id. A meal that has grown since the last export, or a corrected food, stays
/// the same entry with other amounts.
struct ImportedEntryIDs {
    private let context: ImportContext
    /// The number of equal rows, by the id of the first one.
    private var counts: [EntryID: Int] = [:]

    init(_ context: ImportContext) {
        self.context = context
    }

    /// Returns the id of the next entry.
    ///
    /// The order distinguishes equal rows: eating the same twice gives two entries.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - name: The food and its amount, without remarks that may be added later.
    /// - Returns: The id.
    /// - Throws: `internalError` if the derived text is not an id.
    mutating func next(for entry: DiaryEntry, called name: String) throws -> EntryID {
        let parts = [
            context.user.description, context.format.rawValue, entry.date.description, entry.meal.rawValue, name,
        ]
        let text = parts.joined(separator: "\u{1F}")
        let first = try Self.id(text)
        let count = counts[first, default: 0]
        counts[first] = count + 1
        return count == 0 ? first : try Self.id("\(text)\u{1F}\(count)")
    }

    private static func id(_ text: String) throws -> EntryID {
        guard let id = EntryID(NamedIdentifier.importedEntry.text(text)) else {
            throw ServiceError(.internalError, "The derived id of an entry is invalid.")
        }
        return id
    }
}
