import Contracts
import Synchronization

/// How far the events of a source have taken effect, kept in memory so that a beacon without news costs nothing.
final class AppliedPlace: Sendable {
    private let storage = Mutex<Beacon?>(nil)

    var place: Beacon? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
