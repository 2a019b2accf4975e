import Synchronization

/// Whether this process's services are available, readable from any thread.
final class Presence: Sendable {
    private let flag = Atomic(false)

    var isServing: Bool { flag.load(ordering: .relaxed) }

    func set(_ isServing: Bool) {
        if isServing != self.isServing { flag.store(isServing, ordering: .relaxed) }
    }
}
