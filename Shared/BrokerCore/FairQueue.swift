import DequeModule

/// What waits for a service: a lane for each client, and the lanes have their turn one after the other, so that a client
/// who sends a thousand requests delays another's only one by a request.
struct FairQueue {
    private var lanes: [PeerID: Deque<Int>] = [:]
    private var turns: Deque<PeerID> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The request whose turn it is.
    var first: Int? { turns.first.flatMap { lanes[$0]?.first } }

    /// Adds a request, by its slot, behind the client's others.
    mutating func append(_ slot: Int, of client: PeerID) {
        if lanes[client] == nil { turns.append(client) }
        lanes[client, default: []].append(slot)
        count += 1
    }

    /// Puts a request back before all others: it has waited longest.
    mutating func prepend(_ slot: Int, of client: PeerID) {
        turns.removeAll { $0 == client }
        turns.prepend(client)
        lanes[client, default: []].prepend(slot)
        count += 1
    }

    /// Takes the request whose turn it is.
    ///
    /// - Parameter isNewestFirst: Takes the client's last request instead; tests alone want that.
    /// - Returns: The request's slot; nil if nothing waits.
    mutating func popFirst(isNewestFirst: Bool = false) -> Int? {
        guard let client = turns.popFirst() else { return nil }
        guard let slot = isNewestFirst ? lanes[client]?.popLast() : lanes[client]?.popFirst() else { return nil }
        count -= 1
        if lanes[client]?.isEmpty ?? true {
            lanes[client] = nil
        } else {
            turns.append(client)
        }
        return slot
    }

    /// Takes a request out, wherever it stands.
    mutating func remove(_ slot: Int, of client: PeerID) {
        guard let index = lanes[client]?.firstIndex(of: slot) else { return }
        lanes[client]?.remove(at: index)
        count -= 1
        if lanes[client]?.isEmpty ?? true {
            lanes[client] = nil
            turns.removeAll { $0 == client }
        }
    }

    /// A request stays where it is, but belongs to another client from now on.
    mutating func move(_ slot: Int, from old: PeerID, to new: PeerID) {
        guard old != new else { return }
        remove(slot, of: old)
        append(slot, of: new)
    }

    /// How many requests of a client wait.
    func count(of client: PeerID) -> Int { lanes[client]?.count ?? 0 }

    /// The last request of whoever has most waiting; of several, of whose turn is first.
    func lastOfLongestLane() -> (slot: Int, laneCount: Int)? {
        var longest: (slot: Int, laneCount: Int)?
        for client in turns {
            guard let lane = lanes[client], let slot = lane.last, lane.count > longest?.laneCount ?? 0 else { continue }
            longest = (slot, lane.count)
        }
        return longest
    }
}
