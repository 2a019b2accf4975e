import BrokerCore

/// Keeps the lanes of waiting clients, and counts how often they were overtaken.
///
/// Clients take turns, so between two turns of one, another has at most one; what comes back from a worker gives its
/// client a turn more. Within a lane the oldest goes first, and what came back before all.
struct FairShares {
    private struct Lane {
        /// What came back, in any order.
        var returned: Set<Int> = []
        /// What waits since it came, oldest first.
        var waiting: [Int] = []
        /// Turns of others since this client's last one, less what came back to them.
        var overtakenBy: [PeerID: Int] = [:]

        var count: Int { returned.count + waiting.count }

        func isFirst(_ body: Int) -> Bool { returned.isEmpty ? waiting.first == body : returned.contains(body) }
    }

    /// What is wrong with a turn.
    enum Fault {
        case isOutOfOrder
        /// A client waits whom another has overtaken twice.
        case overtook(PeerID)
    }

    private var lanes: [String: [PeerID: Lane]] = [:]

    var services: [String] { Array(lanes.keys) }

    /// Requests that wait for a service.
    func count(_ service: String) -> Int { lanes[service]?.values.reduce(0) { $0 + $1.count } ?? 0 }

    func count(_ service: String, of client: PeerID) -> Int { lanes[service]?[client]?.count ?? 0 }

    func longest(_ service: String) -> Int { lanes[service]?.values.map(\.count).max() ?? 0 }

    mutating func append(_ body: Int, of client: PeerID, in service: String) {
        lanes[service, default: [:]][client, default: Lane()].waiting.append(body)
    }

    mutating func giveBack(_ body: Int, of client: PeerID, in service: String) {
        lanes[service, default: [:]][client, default: Lane()].returned.insert(body)
        for other in lanes[service, default: [:]].keys where other != client {
            lanes[service]?[other]?.overtakenBy[client, default: 0] -= 1
        }
    }

    /// A request leaves without a turn, or its turn goes by.
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

    /// A client has its turn with a request; says what is wrong with that, if anything.
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
