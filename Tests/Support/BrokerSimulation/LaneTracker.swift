import BrokerCore

/// Tracks the lanes of waiting clients, and counts how often clients were overtaken.
///
/// Clients take turns: between two turns of one client, another has at most one. A request returned by a worker gives
/// its client one more turn. Within a lane, returned requests go first, and then the oldest.
struct LaneTracker {
    private struct Lane {
        /// Returned requests, in any order.
        var returned: Set<Int> = []
        /// Requests that wait since their arrival, oldest first.
        var waiting: [Int] = []
        /// Turns of others since this client's last one, minus requests returned to them.
        var overtakenBy: [PeerID: Int] = [:]

        var count: Int { returned.count + waiting.count }

        func isFirst(_ body: Int) -> Bool { returned.isEmpty ? waiting.first == body : returned.contains(body) }
    }

    /// Describes a wrong turn.
    enum Fault {
        case isOutOfOrder
        /// Another client has overtaken this waiting client twice.
        case overtook(PeerID)
    }

    private var lanes: [String: [PeerID: Lane]] = [:]

    var services: [String] { Array(lanes.keys) }

    /// Returns the number of requests that wait for a service.
    func count(_ service: String) -> Int { lanes[service]?.values.reduce(0) { $0 + $1.count } ?? 0 }

    func count(_ service: String, of client: PeerID) -> Int { lanes[service]?[client]?.count ?? 0 }

    func longest(_ service: String) -> Int { lanes[service]?.values.map(\.count).max() ?? 0 }

    mutating func append(_ body: Int, of client: PeerID, in service: String) {
        lanes[service, default: [:]][client, default: Lane()].waiting.append(body)
    }

    mutating func requeue(_ body: Int, of client: PeerID, in service: String) {
        lanes[service, default: [:]][client, default: Lane()].returned.insert(body)
        for other in lanes[service, default: [:]].keys where other != client {
            lanes[service]?[other]?.overtakenBy[client, default: 0] -= 1
        }
    }

    /// Removes a request without a turn, or with a turn that passed.
    mutating func remove(_ body: Int, of client: PeerID, in service: String, wasTurn: Bool = false) {
        if lanes[service]?[client]?.returned.remove(body) == nil {
            lanes[service]?[client]?.waiting.removeAll { $0 == body }
        }
        if wasTurn { lanes[service]?[client]?.overtakenBy = [:] }
        if count(service, of: client) == 0 { lanes[service]?[client] = nil }
    }

    mutating func move(_ body: Int, from old: PeerID, to new: PeerID, in service: String) {
        remove(body, of: old, in: service)
        append(body, of: new, in: service)
    }

    /// Records the turn of a client; returns what is wrong with it, if anything.
    mutating func takeTurn(_ body: Int, of client: PeerID, in service: String) -> Fault? {
        guard lanes[service]?[client]?.isFirst(body) ?? false else { return .isOutOfOrder }
        remove(body, of: client, in: service, wasTurn: true)
        var victim: PeerID?
        for other in lanes[service, default: [:]].keys where other != client {
            lanes[service]?[other]?.overtakenBy[client, default: 0] += 1
            if lanes[service]?[other]?.overtakenBy[client] ?? 0 > 1 { victim = other }
        }
        return victim.map(Fault.overtook)
    }
}
