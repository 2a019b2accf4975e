import Contracts

/// What is known of one person's things during a run.
struct DiaryPerson: Sendable {
    /// A day may have 500 entries; with so many, the next ones go to the day before.
    private static let entriesADayMax = 200
    /// Entries that are remembered to be changed; more would only take memory.
    private static let entriesKeptMax = 50

    let today: PlainDate
    var typing = Typing()
    /// Entries that are there and that no request under way is about.
    private(set) var entries: [EntryID] = []
    /// Foods in the cart.
    private(set) var inCart = 0
    /// One request about the cart at a time: a checkout must not overtake what it is to log.
    private(set) var isCartBusy = false
    private var logged = 0

    init(today: PlainDate) { self.today = today }

    /// The day on which the next entry is logged.
    mutating func dayToLog() -> PlainDate {
        defer { logged += 1 }
        return today.advanced(by: -(logged / Self.entriesADayMax))
    }

    /// An entry, which is nobody else's until the request about it was answered.
    mutating func takeEntry(_ random: inout SeededGenerator) -> EntryID? {
        guard !entries.isEmpty else { return nil }
        return entries.remove(at: Int.random(in: entries.indices, using: &random))
    }

    mutating func keepEntry(_ entry: EntryID) {
        if entries.count < Self.entriesKeptMax { entries.append(entry) }
    }

    mutating func beginCart() { isCartBusy = true }

    /// A request about the cart was answered.
    ///
    /// - Parameter count: Foods that are in it now, if the answer was good.
    mutating func endCart(_ count: Int?) {
        isCartBusy = false
        if let count { inCart = count }
    }
}
