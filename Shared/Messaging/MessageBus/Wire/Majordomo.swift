import Contracts
import ZMTP

/// The frame vocabulary of the Majordomo Protocol 0.2 (ZeroMQ RFC 18), and Mealwire's two additions to it.
///
/// Client to broker: `MDPC02 | command | service | header | payload`. Worker to broker and back: `MDPW02 | command |
/// …`, where REQUEST carries `token | service | header | payload`, and FINAL `token | empty | header | payload`. The
/// protocol has an empty frame in both; a broker of an earlier version sends one.
package enum Majordomo {
    package static let client: StaticString = "MDPC02"
    package static let worker: StaticString = "MDPW02"
    /// The same in version 0.1 (ZeroMQ RFC 7), which external peers may use.
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
        /// Mealwire's addition: the caller no longer waits for the request. `MDPC02 | 7 | id`.
        case cancel = 7
    }

    /// Commands between worker and broker.
    package enum WorkerCommand: UInt8, Sendable {
        /// `MDPW02 | 1 | service | capacity`.
        case ready = 1
        case request = 2
        case partial = 3
        case final = 4
        /// `MDPW02 | 5`; a worker adds its capacity in one more frame.
        case heartbeat = 5
        case disconnect = 6
        /// Mealwire's addition: the caller no longer waits for the attempt. `MDPW02 | 7 | token`.
        case cancel = 7
        /// Mealwire's addition: the worker returns an attempt that it has not started. `MDPW02 | 8 | token`.
        case busy = 8
    }
}

/// Size limits that sender and receiver share, besides ``FrameLimits``.
package enum MessageLimits {
    /// The longest payload of one message, in bytes.
    package static let payloadMax = Method.payloadBytesMax
    /// The longest header of one message, in bytes: many times the size of ids, a method, a principal and a trace.
    package static let headerMax = 8 << 10
    /// The longest message that a broker accepts, in bytes: slightly less, since routing frames are added on the way.
    package static let relayedMax = FrameLimits.messageMax - (4 << 10)
    /// The most calls of one process that may be in flight.
    package static let callsInFlightMax = 10_000
    /// The interval of heartbeats on both sides, in milliseconds.
    package static let heartbeatIntervalMs = 1_000
    /// The number of heartbeats that may be missed.
    package static let livenessHeartbeats = 3
}
