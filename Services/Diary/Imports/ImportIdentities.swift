import Contracts
import FoodFormats

/// Gives rows of a foreign file ids that follow from what was eaten when, so that the same row is the same entry in
/// whatever file it comes again.
///
/// Energy and nutrients are no part of them: a meal that has grown since the last export, or a food that its program has
/// corrected, is the same entry with other numbers, and not one more.
struct ImportIdentities {
    private let place: ImportedPlace
    /// Rows that said the same, by the id of the first of them.
    private var counts: [EntryID: Int] = [:]

    init(_ place: ImportedPlace) {
        self.place = place
    }

    /// The id of the next entry.
    ///
    /// Equal rows are told apart by their order: whoever ate the same twice has two entries.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - name: What was eaten and how much of it, without remarks that are written later.
    /// - Returns: The id.
    /// - Throws: `internalError` if there is none.
    mutating func next(for entry: DiaryEntry, called name: String) throws -> EntryID {
        let parts = [
            place.user.description, place.format.rawValue, entry.date.description, entry.meal.rawValue, name,
        ]
        let text = parts.joined(separator: "\u{1F}")
        let first = try Self.id(text)
        let count = counts[first, default: 0]
        counts[first] = count + 1
        return count == 0 ? first : try Self.id("\(text)\u{1F}\(count)")
    }

    private static func id(_ text: String) throws -> EntryID {
        guard let id = EntryID(NamedIdentifier.importedEntry.text(text)) else {
            throw ServiceError(.internalError, "A name did not make an id.")
        }
        return id
    }
}
