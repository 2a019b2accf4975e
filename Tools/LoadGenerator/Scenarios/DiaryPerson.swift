import Calendar
import Contracts
import SeededRandom

/// The state of one diary user during a run.
struct DiaryPerson: Sendable {
    /// The number of entries on one day.
    ///
    /// The limit is 500; further ones go to the day before.
    private static let entriesADayMax = 200
    /// The number of entries remembered for changes, to bound memory.
    private static let entriesKeptMax = 50

    let today: PlainDate
    var typing = Typing()
    /// Existing entries that no request in flight changes.
    private(set) var entries: [EntryID] = []
    /// The number of foods in the cart.
    private(set) var inCart = 0
    /// Whether a request about the cart is in flight: a checkout must not overtake the items that it logs.
    private(set) var isCartBusy = false
    private var logged = 0

    init(today: PlainDate) { self.today = today }

    /// Returns the day of the next logged entry.
    mutating func dayToLog() -> PlainDate {
        defer { logged += 1 }
        return today.advanced(by: -(logged / Self.entriesADayMax))
    }

    /// Removes and returns an entry for one request, so that no other request uses it until the response.
    mutating func removeEntry(_ random: inout SeededGenerator) -> EntryID? {
        guard !entries.isEmpty else { return nil }
        return entries.remove(at: Int.random(in: entries.indices, using: &random))
    }

    mutating func addEntry(_ entry: EntryID) {
        if entries.count < Self.entriesKeptMax { entries.append(entry) }
    }

    mutating func beginCart() { isCartBusy = true }

    /// Handles the response to a request about the cart.
    ///
    /// - Parameter count: The number of foods in the cart; nil after a failure.
    mutating func endCart(_ count: Int?) {
        isCartBusy = false
        if let count { inCart = count }
    }
}
