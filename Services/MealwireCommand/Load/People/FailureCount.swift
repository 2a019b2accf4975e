import Synchronization

/// A counter that several tasks may increment.
final class FailureCount: Sendable {
    private let failures = Atomic(0)

    func count() { failures.add(1, ordering: .relaxed) }

    var total: Int { failures.load(ordering: .relaxed) }
}
