import Calendar
import Contracts
import SeededRandom
import Synchronization

/// Records the acknowledged writes of one user's devices: the expected content of the diary.
final class AcknowledgedDiary: Sendable {
    struct State: Sendable {
        /// Each entry at its highest acknowledged version.
        var entries: [EntryID: DiaryEntry] = [:]
        var removed: Set<EntryID> = []
        /// Entries for which a device got 404.
        var missed: Set<EntryID> = []
        /// Water by day, at the highest acknowledged version of the day.
        var water: [PlainDate: DayExtras] = [:]
        /// Days that were filled by a copy, each once.
        var copies: Set<PlainDate> = []
        /// Steps of food that devices added to the cart, and steps that were logged.
        var steps = 0.0
        var loggedSteps = 0.0
        var acknowledged = 0
        var violations: [String] = []
    }

    private let mutex = Mutex(State())

    var state: State { mutex.withLock { $0 } }

    func change(_ body: (inout State) -> Void) { mutex.withLock { body(&$0) } }

    /// Returns a random known entry, which another device may be changing.
    func anyEntry(_ generator: inout SeededGenerator) -> DiaryEntry? {
        let entries = state.entries
        return entries.keys.sorted().randomElement(using: &generator).flatMap { entries[$0] }
    }

    /// Records an acknowledged entry.
    func record(_ entry: DiaryEntry) {
        change { $0.record(entry) }
    }
}

extension AcknowledgedDiary.State {
    mutating func record(_ entry: DiaryEntry) {
        guard !removed.contains(entry.id) else { return }
        guard let known = entries[entry.id] else {
            entries[entry.id] = entry
            return
        }
        if known.version == entry.version, known.withoutPosition != entry.withoutPosition {
            violations.append("version \(entry.version) of \(entry.name) was acknowledged as two different entries")
        }
        if known.version < entry.version { entries[entry.id] = entry }
    }

    mutating func remove(_ id: EntryID) {
        entries[id] = nil
        removed.insert(id)
    }
}

extension DiaryEntry {
    /// The entry without its position, which changes without a new version when others of its meal move.
    var withoutPosition: DiaryEntry {
        var entry = self
        entry.position = 0
        return entry
    }
}
