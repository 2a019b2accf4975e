import BrokerCore
import Contracts

/// Checks which requests are shed when requests or their bytes are too many.
extension BrokerWatch {
    /// Returns whether a request is shed for a valid reason: its queue is full, bytes are short, or it was returned by
    /// a worker and no copy of it is left.
    func isShedRightly(_ body: Int, _ holding: Holding) throws(InvariantViolation) -> Bool {
        guard holding.hasBody else { return holding.isInLane }
        let isIncoming = expected.incoming == body
        if isIncoming {
            let free = workers.first { $0.value.offers[holding.service]?.isFree(now) ?? false }
            try require(
                free == nil || expected.isNameRefused || lanes.count(holding.service) > 0,
                .bytesAreShared,
                "request \(holding.id.low) is refused although worker \(free?.key.number ?? 0) is free"
            )
        }
        if isForCount(body, holding) { return true }
        guard let incoming = expected.incoming.flatMap({ held[$0] }), areBytesShort(for: incoming) else { return false }
        let others = waitingBytes(besides: holding.client)
        if isIncoming {
            let own = waitingBytes(of: holding.client)
            try require(
                others.allSatisfy { $0 < own + 2 * holding.byteCount },
                .bytesAreShared,
                "client \(holding.client.number) with \(own) bytes is refused while others hold \(others)"
            )
        } else {
            // The largest share before the event, minus what was shed since.
            let own = waitingBytes(of: holding.client)
            try require(
                holding.client == incoming.client || others.allSatisfy { $0 <= own + incoming.byteCount },
                .bytesAreShared,
                "client \(holding.client.number) with \(own) bytes gives way while others hold \(others)"
            )
        }
        return isIncoming || holding.isInLane
    }

    /// Returns whether the request count justifies the shedding: a full queue sheds the new request, or the last one of
    /// the client with most requests.
    private func isForCount(_ body: Int, _ holding: Holding) -> Bool {
        if expected.incoming == body {
            return expected.isNameRefused || expected.waitingBefore >= limits.queueMaxPerService
        }
        return holding.isInLane && expected.waitingBefore >= limits.queueMaxPerService
            && lanes.count(holding.service, of: holding.client) == lanes.longest(holding.service)
    }

    private func areBytesShort(for incoming: Holding) -> Bool {
        expected.waitingBytesBefore + incoming.byteCount > limits.waitingBytesMax
            || bytes.all > limits.heldBytesMax
    }

    private func waitingBytes(of client: PeerID) -> Int {
        held.values.reduce(0) { $0 + ($1.client == client && $1.isInLane ? $1.byteCount : 0) }
    }

    /// Returns the waiting bytes of each client but one.
    private func waitingBytes(besides client: PeerID) -> [Int] {
        var totals: [PeerID: Int] = [:]
        for holding in held.values where holding.isInLane && holding.client != client {
            totals[holding.client, default: 0] += holding.byteCount
        }
        return Array(totals.values)
    }

    /// Records that the copy of a running request was dropped.
    mutating func noteDroppedCopy(_ body: Int, _ holding: Holding) throws(InvariantViolation) {
        let bytes = bytes
        try require(
            bytes.running > limits.runningBytesMax || bytes.all > limits.heldBytesMax,
            .bytesAreShared,
            "the copy of request \(holding.id.low) is dropped while there is room"
        )
        held[body]?.hasBody = false
    }

    /// Checks that no more bytes are held than the limits allow.
    func checkBytes() throws(InvariantViolation) {
        let bytes = bytes
        try require(
            bytes.all <= limits.heldBytesMax && bytes.running <= limits.runningBytesMax,
            .boundedQueues,
            "\(bytes) bytes are held of \(limits.heldBytesMax)"
        )
        guard case .request = event else { return }
        try require(
            bytes.waiting <= max(limits.waitingBytesMax, expected.waitingBytesBefore),
            .boundedQueues,
            "\(bytes.waiting) bytes wait"
        )
    }
}
