/// The frame vocabulary of the Majordomo Protocol 0.2 (ZeroMQ RFC 18), and Mealwire's two additions to it.
///
/// Client to broker: `MDPC02 | command | service | header | payload`. Worker to broker and back:
/// `MDPW02 | command | …`, where REQUEST carries `token | service | header | payload`, and FINAL
/// `token | empty | header | payload`. The protocol has an empty frame in both; a broker of an earlier version sends one.
package enum Majordomo {
    package static let client: StaticString = "MDPC02"
    package static let worker: StaticString = "MDPW02"
    /// The same in version 0.1 (ZeroMQ RFC 7), which foreign peers may speak.
    package static let clientV1: StaticString = "MDPC01"
    package static let workerV1: StaticString = "MDPW01"

    /// Commands between worker and broker in version 0.1.
    package enum WorkerCommandV1: UInt8, Sendable {
        case ready = 1
        case request = 2
        case reply = 3
        case heartbeat = 4
        case disconnect = 5
    }

    /// Commands between client and broker.
    package enum ClientCommand: UInt8, Sendable {
        case request = 1
        case partial = 2
        case final = 3
        /// Mealwire: nobody waits for the request any more. `MDPC02 | 7 | id`.
        case cancel = 7
    }

    /// Commands between worker and broker.
    package enum WorkerCommand: UInt8, Sendable {
        /// `MDPW02 | 1 | service | capacity`.
        case ready = 1
        case request = 2
        case partial = 3
        case final = 4
        /// `MDPW02 | 5`, from a worker with its capacity in one more frame.
        case heartbeat = 5
        case disconnect = 6
        /// Mealwire: nobody waits for the attempt any more. `MDPW02 | 7 | token`.
        case cancel = 7
        /// Mealwire: an attempt comes back unstarted. `MDPW02 | 8 | token`.
        case busy = 8
    }
}

/// Sizes that sender and receiver agree on.
package enum MessageLimits {
    /// The payload of one message, in bytes.
    ///
    /// What may be larger travels in pages.
    package static let payloadMax = 1 << 20
    /// The header of one message, in bytes: ids, a method, a principal and a trace fit many times.
    package static let headerMax = 8 << 10
    /// One frame, in bytes, with room to spare: who sends more is no peer of ours, and is disconnected.
    package static let frameMax = 2 << 20
    /// All frames of a message, in bytes.
    package static let messageMax = frameMax + (64 << 10)
    /// What a broker takes, in bytes: a little less, because a message grows on its way by what routes it.
    package static let relayedMax = messageMax - (4 << 10)
    /// Frames of one message; who sends more is no peer of ours.
    package static let framesMax = 64
    /// Calls of one process that may be under way at once.
    package static let callsInFlightMax = 10_000
    /// Between two heartbeats, in milliseconds; the same on both sides.
    package static let heartbeatIntervalMs = 1_000
    /// Heartbeats that may be missed.
    package static let livenessHeartbeats = 3
}
