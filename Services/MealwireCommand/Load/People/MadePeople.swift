import Synchronization

/// Who was made for a run so far, so that all of them are erased, however it ends.
final class MadePeople: Sendable {
    private let people = Mutex<[LoadPerson]>([])

    func add(_ person: LoadPerson) { people.withLock { $0.append(person) } }

    var all: [LoadPerson] { people.withLock { $0 } }
}
