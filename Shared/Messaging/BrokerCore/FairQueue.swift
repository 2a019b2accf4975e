import DequeModule

/// The requests that wait for a service, in one lane per client.
///
/// The lanes take turns, so a client with a thousand requests delays another client's only request by one.
struct FairQueue {
    /// A waiting request.
    private struct Entry {
        let slot: Int
        let byteCount: Int
    }

    /// The waiting requests of a client, oldest first.
    private struct Lane {
        private(set) var entries: Deque<Entry> = []
        private(set) var byteCount = 0

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            byteCount += entry.byteCount
        }

        mutating func prepend(_ entry: Entry) {
            entries.prepend(entry)
            byteCount += entry.byteCount
        }

        mutating func pop(isNewestFirst: Bool) -> Int? {
            guard let entry = isNewestFirst ? entries.popLast() : entries.popFirst() else { return nil }
            byteCount -= entry.byteCount
            return entry.slot
        }

        mutating func remove(_ slot: Int) -> Bool {
            guard let index = entries.lastIndex(where: { $0.slot == slot }) else { return false }
            byteCount -= entries.remove(at: index).byteCount
            return true
        }
    }

    private var lanes: [PeerID: Lane] = [:]
    private var turns: Deque<PeerID> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The next request.
    var first: Int? { turns.first.flatMap { lanes[$0]?.entries.first?.slot } }

    /// Adds a request, by its slot, after the client's others.
    mutating func append(_ slot: Int, _ byteCount: Int, of client: PeerID) {
        count += 1
        let entry = Entry(slot: slot, byteCount: byteCount)
        if let index = lanes.index(forKey: client) {
            lanes.values[index].append(entry)
        } else {
            turns.append(client)
            lanes[client, default: Lane()].append(entry)
        }
    }

    /// Puts a request back before all others: it has waited longest.
    mutating func prepend(_ slot: Int, _ byteCount: Int, of client: PeerID) {
        turns.removeAll { $0 == client }
        turns.prepend(client)
        lanes[client, default: Lane()].prepend(Entry(slot: slot, byteCount: byteCount))
        count += 1
    }

    /// Removes and returns the next request.
    ///
    /// - Parameter isNewestFirst: Takes the client's last request instead; only tests use it.
    /// - Returns: The request's slot; nil if nothing waits.
    mutating func popFirst(isNewestFirst: Bool = false) -> Int? {
        guard let client = turns.popFirst(), let index = lanes.index(forKey: client),
            let slot = lanes.values[index].pop(isNewestFirst: isNewestFirst)
        else { return nil }
        count -= 1
        if lanes.values[index].entries.isEmpty {
            lanes.remove(at: index)
        } else {
            turns.append(client)
        }
        return slot
    }

    /// Removes a request from any position.
    mutating func remove(_ slot: Int, of client: PeerID) {
        guard let index = lanes.index(forKey: client), lanes.values[index].remove(slot) else { return }
        count -= 1
        if lanes.values[index].entries.isEmpty {
            lanes.remove(at: index)
            turns.removeAll { $0 == client }
        }
    }

    /// Moves a request to another client's lane.
    mutating func move(_ slot: Int, _ byteCount: Int, from old: PeerID, to new: PeerID) {
        guard old != new else { return }
        remove(slot, of: old)
        append(slot, byteCount, of: new)
    }

    /// Returns the number of a client's waiting requests.
    func count(of client: PeerID) -> Int { lanes[client]?.entries.count ?? 0 }

    /// Returns the bytes of a client's waiting requests.
    func byteCount(of client: PeerID) -> Int { lanes[client]?.byteCount ?? 0 }

    /// Adds the bytes of each client's waiting requests to a sum by client.
    func addBytes(to totals: inout [PeerID: Int]) {
        for (client, lane) in lanes { totals[client, default: 0] += lane.byteCount }
    }

    /// Returns the last request of a client; nil if none waits.
    func last(of client: PeerID) -> Int? { lanes[client]?.entries.last?.slot }

    /// Returns the last request of the client with most requests.
    ///
    /// Of several such clients, uses the one with the earliest turn.
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
