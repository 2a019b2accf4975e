import Contracts
import Synchronization

/// Who was made for a run so far, so that all of them are erased, however it ends.
final class MadePeople: Sendable {
    private let people = Mutex<[LoadPerson]>([])

    func add(_ person: LoadPerson) { people.withLock { $0.append(person) } }

    /// Notes the day that it is for somebody.
    func setToday(_ today: PlainDate, of person: LoadPerson) {
        people.withLock { people in
            guard let place = people.lastIndex(where: { $0.user == person.user }) else { return }
            people[place].today = today
        }
    }

    var all: [LoadPerson] { people.withLock { $0 } }
}
