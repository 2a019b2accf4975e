import BrokerCore
import Contracts

/// Checks what must hold between two events.
extension BrokerOracle {
    mutating func finish(_ core: BrokerCore) throws(InvariantViolation) {
        try require(expected.resend == nil, .resendsRunOnce, "the body of a resend is not released")
        try require(expected.answer == nil, .answeredOnce, "a worker's answer is not passed on")
        try require(expected.partial == nil, .answeredOnce, "a part of an answer is not passed on")
        try require(
            expected.releases.isEmpty,
            .endedRequestsAreDropped,
            "\(expected.releases.count) requests without a client are held"
        )
        try require(expected.unknownWorker == nil, .noneAfterDeparture, "an unknown worker is not told to register")
        try require(
            expected.workerToReregister == nil,
            .rejectedNamesRegisterAgain,
            "a worker is not asked to register a rejected name"
        )
        if let body = expected.incoming, let tracked = held[body], !tracked.hasEnded, tracked.token == nil {
            held[body]?.isInLane = true
            lanes.append(body, of: tracked.client, in: tracked.service)
        }
        try checkState(core)
        if case .request(let request) = event {
            let waiting = core.queuedCount(request.service)
            try require(
                waiting <= max(limits.queueMaxPerService, expected.waitingBefore),
                .boundedQueues,
                "\(waiting) wait for \(request.service)"
            )
            try require(
                expected.incoming.map { held[$0]?.hasEnded ?? true } ?? true || !expected.isNameRefused,
                .boundedQueues,
                "there are more names than \(limits.servicesMax)"
            )
        }
        try checkBytes()
        try checkWorkers()
        if case .tick = event { try checkTime() }
    }

    private func checkState(_ core: BrokerCore) throws(InvariantViolation) {
        try require(
            held.count == core.heldCount && bytes.all == core.heldBytes,
            .bodiesAreReleased,
            "\(held.count) bodies of \(bytes.all) bytes are unreleased; the core holds \(core.heldCount) of \(core.heldBytes)"
        )
        for service in lanes.services {
            let waiting = lanes.count(service)
            try require(
                waiting == core.queuedCount(service),
                .answeredOnce,
                "\(waiting) should wait for \(service), not \(core.queuedCount(service))"
            )
        }
    }

    /// Checks that no request waits for a free worker.
    ///
    /// A held-back worker counts from the tick after its delay.
    private func checkWorkers() throws(InvariantViolation) {
        for service in lanes.services where lanes.count(service) > 0 {
            let free = workers.first { $0.value.offers[service]?.isFree(lastTick) ?? false }
            try require(
                free == nil,
                .noIdleWorkers,
                "\(lanes.count(service)) wait for \(service) while worker \(free?.key.number ?? 0) has room"
            )
        }
    }

    /// Checks after a tick that nothing is late.
    private func checkTime() throws(InvariantViolation) {
        for tracked in held.values {
            try require(tracked.deadline > now, .answeredInTime, "request \(tracked.id.low) is held after its deadline")
            guard tracked.isInLane else { continue }
            try require(
                isServed(tracked.service) || !isPastGrace(tracked),
                .answeredInTime,
                "request \(tracked.id.low) waits for a service without workers"
            )
        }
        for worker in workers.keys {
            try require(!isTooSilent(worker), .livenessIsFair, "worker \(worker.number) is silent but not removed")
        }
    }
}
