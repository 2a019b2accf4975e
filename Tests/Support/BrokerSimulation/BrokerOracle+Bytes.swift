import BrokerCore
import Contracts

/// Checks which requests are shed when requests or their bytes are too many.
extension BrokerOracle {
    /// Returns whether a request is shed for a valid reason: its queue is full, bytes are short, or it was returned by
    /// a worker and no copy of it is left.
    func isShedForValidReason(_ body: Int, _ tracked: TrackedRequest) throws(InvariantViolation) -> Bool {
        guard tracked.hasBody else { return tracked.isInLane }
        let isIncoming = expected.incoming == body
        if isIncoming {
            let free = workers.first { $0.value.offers[tracked.service]?.isFree(now) ?? false }
            try require(
                free == nil || expected.isNameRefused || lanes.count(tracked.service) > 0,
                .bytesAreShared,
                "request \(tracked.id.low) is refused although worker \(free?.key.number ?? 0) is free"
            )
        }
        if isShedByCount(body, tracked) { return true }
        guard let incoming = expected.incoming.flatMap({ held[$0] }), areBytesShort(for: incoming) else { return false }
        let others = waitingBytes(besides: tracked.client)
        if isIncoming {
            let own = waitingBytes(of: tracked.client)
            try require(
                others.allSatisfy { $0 < own + 2 * tracked.byteCount },
                .bytesAreShared,
                "client \(tracked.client.number) with \(own) bytes is refused while others hold \(others)"
            )
        } else {
            // The largest share before the event, minus what was shed since.
            let own = waitingBytes(of: tracked.client)
            try require(
                tracked.client == incoming.client || others.allSatisfy { $0 <= own + incoming.byteCount },
                .bytesAreShared,
                "client \(tracked.client.number) with \(own) bytes is shed while others hold \(others)"
            )
        }
        return isIncoming || tracked.isInLane
    }

    /// Returns whether the request count justifies the shedding: a full queue sheds the new request, or the last one of
    /// the client with most requests.
    private func isShedByCount(_ body: Int, _ tracked: TrackedRequest) -> Bool {
        if expected.incoming == body {
            return expected.isNameRefused || expected.waitingBefore >= limits.queueMaxPerService
        }
        return tracked.isInLane && expected.waitingBefore >= limits.queueMaxPerService
            && lanes.count(tracked.service, of: tracked.client) == lanes.longest(tracked.service)
    }

    private func areBytesShort(for incoming: TrackedRequest) -> Bool {
        expected.waitingBytesBefore + incoming.byteCount > limits.waitingBytesMax
            || bytes.all > limits.heldBytesMax
    }

    private func waitingBytes(of client: PeerID) -> Int {
        held.values.reduce(0) { $0 + ($1.client == client && $1.isInLane ? $1.byteCount : 0) }
    }

    /// Returns the waiting bytes of each client but one.
    private func waitingBytes(besides client: PeerID) -> [Int] {
        var totals: [PeerID: Int] = [:]
        for tracked in held.values where tracked.isInLane && tracked.client != client {
            totals[tracked.client, default: 0] += tracked.byteCount
        }
        return Array(totals.values)
    }

    /// Records that the copy of a running request was dropped.
    mutating func recordDroppedCopy(_ body: Int, _ tracked: TrackedRequest) throws(InvariantViolation) {
        let bytes = bytes
        try require(
            bytes.running > limits.runningBytesMax || bytes.all > limits.heldBytesMax,
            .bytesAreShared,
            "the copy of request \(tracked.id.low) is dropped while there is room"
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
