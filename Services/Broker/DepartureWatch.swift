import BrokerCore
import Messaging

/// Finds out who is behind a connection that the monitor reports as closed.
///
/// The report can overtake the peer's last messages, and file descriptors are used again. So the loop drains the
/// ROUTER first, then each peer of that descriptor is sent a frame that means nothing: an unknown address means that it
/// is gone; otherwise it is asked again for a few milliseconds, because libzmq may not have cleaned up yet.
struct DepartureWatch {
    /// How long libzmq may take to forget a connection that it has reported as closed.
    static let patienceNs: UInt64 = 5_000_000

    private var suspects: [(peer: PeerID, until: UInt64)] = []

    var isEmpty: Bool { suspects.isEmpty }

    mutating func suspect(_ peers: [PeerID], _ now: UInt64) {
        for peer in peers where !suspects.contains(where: { $0.peer == peer }) {
            suspects.append((peer, now + Self.patienceNs))
        }
    }

    /// Asks for every suspect whether it can still be reached, and returns those that cannot.
    mutating func check(_ now: UInt64, isReachable: (PeerID) -> Bool) -> [PeerID] {
        var gone: [PeerID] = []
        suspects.removeAll { suspect in
            if !isReachable(suspect.peer) {
                gone.append(suspect.peer)
                return true
            }
            return now > suspect.until
        }
        return gone
    }
}
