import BrokerCore
import Contracts

/// A process that calls: keeps its own deadlines, and looks for the next broker when its own is gone.
struct SimulatedClient {
    struct Call {
        let service: String
        let repeatable: Bool
        let byteCount: Int
        let deadline: UInt64
        /// It waits a little longer than its deadline, to see whether the broker keeps it.
        var isPatient: Bool
        /// The connection over which it was sent.
        var link: Int?
        var sentAt: UInt64 = 0
        var timeLeftMs = 0
    }

    /// How often a request was sent, and how often answered.
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

    /// What a process that starts anew does not know.
    mutating func forget() {
        link = nil
        calls = [:]
        exchanges = [:]
    }
}
