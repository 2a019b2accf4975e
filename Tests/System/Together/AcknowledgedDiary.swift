import Contracts
import Synchronization

/// What the devices of one person were answered: what must be in their diary in the end, and nothing else.
final class AcknowledgedDiary: Sendable {
    struct State: Sendable {
        /// Each entry as the answer of its highest version has it.
        var entries: [EntryID: DiaryEntry] = [:]
        var removed: Set<EntryID> = []
        /// Entries of which a device was told that they are not there.
        var missed: Set<EntryID> = []
        /// What was drunk, by the highest version of each day.
        var drunk: [PlainDate: DayExtras] = [:]
        /// Days to which the pantry was copied, each once.
        var copies: Set<PlainDate> = []
        /// Steps by which devices have added to the food in the cart, and those that were logged.
        var steps = 0.0
        var loggedSteps = 0.0
        var acknowledged = 0
        var violations: [String] = []
    }

    private let mutex = Mutex(State())

    var state: State { mutex.withLock { $0 } }

    func change(_ body: (inout State) -> Void) { mutex.withLock { body(&$0) } }

    /// An entry of those that are known, which another device may just be changing.
    func anyEntry(_ numbers: inout SeededGenerator) -> DiaryEntry? {
        let entries = state.entries
        return entries.keys.sorted().randomElement(using: &numbers).flatMap { entries[$0] }
    }

    /// Takes an answer with an entry.
    func take(_ entry: DiaryEntry) {
        change { $0.take(entry) }
    }
}

extension AcknowledgedDiary.State {
    mutating func take(_ entry: DiaryEntry) {
        guard !removed.contains(entry.id) else { return }
        guard let known = entries[entry.id] else {
            entries[entry.id] = entry
            return
        }
        if known.version == entry.version, known.withoutPlace != entry.withoutPlace {
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
    /// The entry but for its place, which changes without a new version when others of its meal are moved.
    var withoutPlace: DiaryEntry {
        var entry = self
        entry.position = 0
        return entry
    }
}
