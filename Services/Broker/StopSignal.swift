import Messaging
import Synchronization

/// Tells the loop's thread to stop, from any other thread.
final class StopSignal: Sendable {
    let wake = WakeSignal()
    private let flag = Atomic(false)

    var isStopped: Bool { flag.load(ordering: .relaxed) }

    func stop() {
        flag.store(true, ordering: .relaxed)
        wake.raise()
    }
}
