import DequeModule

/// What waits for a service: a lane for each client, and the lanes have their turn one after the other, so that a client
/// who sends a thousand requests delays another's only one by a request.
struct FairQueue {
    /// A waiting request.
    private struct Entry {
        let slot: Int
        let byteCount: Int
    }

    /// The waiting requests of a client, oldest first.
    private struct Lane {
        var entries: Deque<Entry> = []
        var byteCount = 0
    }

    private var lanes: [PeerID: Lane] = [:]
    private var turns: Deque<PeerID> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The request whose turn it is.
    var first: Int? { turns.first.flatMap { lanes[$0]?.entries.first?.slot } }

    /// Adds a request, by its slot, behind the client's others.
    mutating func append(_ slot: Int, _ byteCount: Int, of client: PeerID) {
        if lanes[client] == nil { turns.append(client) }
        lanes[client, default: Lane()].entries.append(Entry(slot: slot, byteCount: byteCount))
        note(byteCount, of: client, count: 1)
    }

    /// Puts a request back before all others: it has waited longest.
    mutating func prepend(_ slot: Int, _ byteCount: Int, of client: PeerID) {
        turns.removeAll { $0 == client }
        turns.prepend(client)
        lanes[client, default: Lane()].entries.prepend(Entry(slot: slot, byteCount: byteCount))
        note(byteCount, of: client, count: 1)
    }

    /// Takes the request whose turn it is.
    ///
    /// - Parameter isNewestFirst: Takes the client's last request instead; tests alone want that.
    /// - Returns: The request's slot; nil if nothing waits.
    mutating func popFirst(isNewestFirst: Bool = false) -> Int? {
        guard let client = turns.popFirst() else { return nil }
        let entry = isNewestFirst ? lanes[client]?.entries.popLast() : lanes[client]?.entries.popFirst()
        guard let entry else { return nil }
        note(-entry.byteCount, of: client, count: -1)
        if lanes[client]?.entries.isEmpty ?? true {
            lanes[client] = nil
        } else {
            turns.append(client)
        }
        return entry.slot
    }

    /// Takes a request out, wherever it stands.
    mutating func remove(_ slot: Int, of client: PeerID) {
        guard let index = lanes[client]?.entries.lastIndex(where: { $0.slot == slot }),
            let entry = lanes[client]?.entries.remove(at: index)
        else { return }
        note(-entry.byteCount, of: client, count: -1)
        if lanes[client]?.entries.isEmpty ?? true {
            lanes[client] = nil
            turns.removeAll { $0 == client }
        }
    }

    /// A request stays where it is, but belongs to another client from now on.
    mutating func move(_ slot: Int, _ byteCount: Int, from old: PeerID, to new: PeerID) {
        guard old != new else { return }
        remove(slot, of: old)
        append(slot, byteCount, of: new)
    }

    private mutating func note(_ byteCount: Int, of client: PeerID, count change: Int) {
        count += change
        lanes[client]?.byteCount += byteCount
    }

    /// How many requests of a client wait.
    func count(of client: PeerID) -> Int { lanes[client]?.entries.count ?? 0 }

    /// Returns the bytes of a client's waiting requests.
    func byteCount(of client: PeerID) -> Int { lanes[client]?.byteCount ?? 0 }

    /// Adds the bytes of each client's waiting requests to a sum by client.
    func addBytes(to totals: inout [PeerID: Int]) {
        for (client, lane) in lanes { totals[client, default: 0] += lane.byteCount }
    }

    /// Returns the last request of a client; nil if none waits.
    func last(of client: PeerID) -> Int? { lanes[client]?.entries.last?.slot }

    /// The last request of whoever has most waiting; of several, of whose turn is first.
    func lastOfLongestLane() -> (slot: Int, laneCount: Int)? {
        var longest: (slot: Int, laneCount: Int)?
        for client in turns {
            guard let entries = lanes[client]?.entries, let last = entries.last, entries.count > longest?.laneCount ?? 0
            else { continue }
            longest = (last.slot, entries.count)
        }
        return longest
    }
}
