import Synchronization

/// A lock-free counter.
final class AtomicCounter: Sendable {
    private let storage = Atomic(0)

    var value: Int { storage.load(ordering: .relaxed) }

    func add(_ number: Int = 1) { storage.add(number, ordering: .relaxed) }
}
