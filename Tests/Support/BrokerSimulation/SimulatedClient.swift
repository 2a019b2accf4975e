import BrokerCore
import Contracts

/// A calling process: checks its own deadlines, and connects to the next broker when its own is gone.
struct SimulatedClient {
    struct Call {
        let service: String
        let retryable: Bool
        let byteCount: Int
        let deadline: UInt64
        /// Whether the client waits a little longer than the deadline, to check that the broker meets it.
        var verifiesDeadline: Bool
        /// The connection over which it was sent.
        var link: Int?
        var sentAt: UInt64 = 0
        var timeLeftMs = 0
    }

    /// How often a request was sent and answered.
    struct Exchange {
        var sent = 0
        var answered = 0
    }

    let process: Int
    let callsMax: Int
    var link: Int?
    var calls: [UUIDv7: Call] = [:]
    var exchanges: [UUIDv7: Exchange] = [:]

    init(process: Int, callsMax: Int) {
        self.process = process
        self.callsMax = callsMax
    }

    /// Forgets what a restarted process does not know.
    mutating func discard() {
        link = nil
        calls = [:]
        exchanges = [:]
    }
}
