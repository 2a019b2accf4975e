import Synchronization

/// A number that several threads count up and down without waiting for each other.
final class Count: Sendable {
    private let storage = Atomic(0)

    var value: Int { storage.load(ordering: .relaxed) }

    func add(_ number: Int = 1) { storage.add(number, ordering: .relaxed) }
}
