import BrokerCore
import Contracts

/// A broker core with a clock that only the test advances.
struct CoreFixture {
    var core: BrokerCore
    var now: UInt64 = 1_000_000_000_000
    private var lastBody = 0

    init(_ change: (inout BrokerLimits) -> Void = { _ in }) {
        var limits = BrokerLimits()
        change(&limits)
        core = BrokerCore(epoch: 7, limits: limits)
    }

    mutating func handle(_ event: BrokerEvent) -> [BrokerAction] {
        var actions: [BrokerAction] = []
        core.handle(event, at: now, into: &actions)
        return actions
    }

    mutating func advance(ms: Int) -> [BrokerAction] {
        now += UInt64(ms) * 1_000_000
        return handle(.tick)
    }

    mutating func request(
        _ id: UInt64,
        client: UInt64 = 100,
        service: String = "diary",
        timeLeftMs: Int = 5_000,
        retryable: Bool = true,
        byteCount: Int = 0
    ) -> [BrokerAction] {
        lastBody += 1
        return handle(
            .request(
                IncomingRequest(
                    id: Self.id(id),
                    client: PeerID(client),
                    service: service,
                    timeLeftMs: timeLeftMs,
                    retryable: retryable,
                    body: BodyHandle(lastBody),
                    byteCount: byteCount
                )
            )
        )
    }

    mutating func ready(_ worker: UInt64, service: String = "diary", capacity: Int = 1) -> [BrokerAction] {
        handle(.ready(worker: PeerID(worker), service: service, capacity: capacity, kind: .own))
    }

    static func id(_ number: UInt64) -> UUIDv7 { UUIDv7(high: 1, low: number) }
}

extension [BrokerAction] {
    /// The workers that requests are sent to, with the tokens.
    var dispatches: [(worker: PeerID, token: AttemptToken)] {
        compactMap { action in
            if case .dispatch(let worker, let token, _, _, _) = action { (worker, token) } else { nil }
        }
    }

    /// The reasons of failed requests, by request number.
    var failures: [UInt64: FailureReason] {
        reduce(into: [:]) { failures, action in
            if case .fail(_, let id, _, let reason) = action { failures[id.low] = reason }
        }
    }

    var answeredClients: [PeerID] {
        compactMap { if case .answer(let client, _, _) = $0 { client } else { nil } }
    }

    var releases: Int { count { if case .release = $0 { true } else { false } } }
}
