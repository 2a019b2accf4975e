import Synchronization

/// A counter that several tasks may increment.
final class AtomicCounter: Sendable {
    private let count = Atomic(0)

    func increment() { count.add(1, ordering: .relaxed) }

    var value: Int { count.load(ordering: .relaxed) }
}
