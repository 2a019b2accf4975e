/// Divides the bytes that the broker may hold among clients and services.
extension BrokerCore {
    /// Returns whether this many more bytes may wait.
    func hasByteRoom(for byteCount: Int) -> Bool {
        mutation == .unboundedBytes
            || requests.waitingByteCount + byteCount <= limits.waitingBytesMax
                && requests.byteCount + byteCount <= limits.heldBytesMax
    }

    /// Whether copies of all running requests fit into their part of the limit.
    var mayStoreCopies: Bool {
        mutation == .keepsEveryCopy
            || requests.runningByteCount <= limits.runningBytesMax && requests.byteCount <= limits.heldBytesMax
    }

    /// Makes room for the bytes of a request that has to wait.
    ///
    /// The client with the most waiting bytes loses its last request for the service where it has most. A client that
    /// calls for many users therefore loses requests for the stalled service only.
    ///
    /// - Parameters:
    ///   - request: The request that has to wait.
    ///   - service: Its service.
    ///   - actions: Receives the errors of the requests that are shed.
    /// - Returns: False if the request itself belongs to the largest holder and must be refused.
    mutating func makeByteRoom(
        for request: IncomingRequest,
        in service: Int,
        _ actions: inout [BrokerAction]
    ) -> Bool {
        // Requests requeued from dead workers may exceed their part. A new request replaces only its own size.
        var freed = 0
        while !hasByteRoom(for: request.byteCount), freed < request.byteCount {
            // The other share must be larger by twice the new request's size, so that equal clients do not displace
            // each other.
            guard let holding = largestHolding(besides: request, in: service, margin: 2 * request.byteCount - freed),
                let slot = services[holding.service].queue.last(of: holding.lane)
            else { return false }
            freed += requests.slots[slot].byteCount
            leaveQueue(slot)
            end(slot, .overloaded(retryAfterMs: limits.retryAfterMs), &actions)
        }
        return true
    }

    /// The requests of one client that wait for one service.
    private struct Holding {
        let lane: PeerID
        let service: Int
    }

    /// Returns the client and service from which a request is shed; nil if the new request's own share is the largest.
    private func largestHolding(besides request: IncomingRequest, in service: Int, margin: Int) -> Holding? {
        guard mutation != .shedsNewcomers else { return nil }
        let own = lane(of: request.client)
        let totals = waitingBytesByClient()
        let isAhead = { (left: (key: PeerID, value: Int), right: (key: PeerID, value: Int)) in
            // Ties are broken by number, so that equal events always produce equal actions.
            (left.value, right.key.number) < (right.value, left.key.number)
        }
        let others = totals.filter { $0.key != own && $0.value > 0 }
        let largest = mutation == .shedsSmallestHolder ? others.min(by: isAhead) : others.max(by: isAhead)
        if let largest, largest.value >= totals[own, default: 0] + margin || mutation == .shedsSmallestHolder {
            return largestService(of: largest.key)
        }
        guard let elsewhere = largestService(of: own), elsewhere.service != service,
            services[elsewhere.service].queue.byteCount(of: own)
                >= services[service].queue.byteCount(of: own) + margin
        else { return nil }
        return elsewhere
    }

    private func waitingBytesByClient() -> [PeerID: Int] {
        var totals: [PeerID: Int] = [:]
        for service in services where !service.queue.isEmpty { service.queue.addBytes(to: &totals) }
        return totals
    }

    private func largestService(of client: PeerID) -> Holding? {
        services.indices
            .max { services[$0].queue.byteCount(of: client) < services[$1].queue.byteCount(of: client) }
            .map { Holding(lane: client, service: $0) }
    }
}
