import Calendar
import Contracts
import Testing

/// The expected entries after acknowledged changes, with an independent implementation of the order within meals.
struct DiaryModel {
    private(set) var entries: [DiaryEntry] = []
    /// Entries that were removed.
    private(set) var removed: [EntryID] = []
    /// The last version of each entry, including removed ones.
    private var versions: [EntryID: Int] = [:]

    subscript(id: EntryID) -> DiaryEntry? { entries.first { $0.id == id } }

    /// Returns the entries of a meal in order.
    func meal(_ meal: Meal, _ date: PlainDate) -> [DiaryEntry] {
        entries.filter { ($0.date, $0.meal) == (date, meal) }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }

    /// Records the entry of a reply, and checks its position against the requested one.
    mutating func record(_ entry: DiaryEntry, at requested: Int? = nil) {
        let others = meal(entry.meal, entry.date).filter { $0.id != entry.id }
        let before = self[entry.id]
        if let requested {
            #expect(entry.position == min(requested, others.count))
            for (place, other) in others.enumerated() {
                guard let index = entries.firstIndex(where: { $0.id == other.id }) else { continue }
                entries[index].position = place < entry.position ? place : place + 1
            }
        } else if let before, (before.date, before.meal) == (entry.date, entry.meal) {
            #expect(entry.position == before.position)
        } else {
            #expect(entry.position == (others.last.map { $0.position + 1 } ?? 0))
        }
        #expect(entry.version == versions[entry.id, default: 0] + 1)
        versions[entry.id] = entry.version
        entries.removeAll { $0.id == entry.id }
        removed.removeAll { $0 == entry.id }
        entries.append(entry)
    }

    mutating func remove(_ id: EntryID) {
        entries.removeAll { $0.id == id }
        removed.append(id)
    }
}
