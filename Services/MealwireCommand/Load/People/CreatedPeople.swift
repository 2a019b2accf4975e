import Contracts
import Synchronization

/// The users that a run has created so far, so that all are deleted however it ends.
final class CreatedPeople: Sendable {
    private let people = Mutex<[LoadPerson]>([])

    func add(_ person: LoadPerson) { people.withLock { $0.append(person) } }

    /// Records the current day of a user.
    func setToday(_ today: PlainDate, of person: LoadPerson) {
        people.withLock { people in
            guard let index = people.lastIndex(where: { $0.user == person.user }) else { return }
            people[index].today = today
        }
    }

    var all: [LoadPerson] { people.withLock { $0 } }
}
