/// What the broker holds at most, and how long it waits.
package struct BrokerLimits: Sendable {
    /// Requests that wait for one service.
    ///
    /// At ten thousand a second this is a tenth of a second of work; a longer queue only makes everybody late.
    package var queueMaxPerService = 1_000
    /// Attempts of a request before it is taken for one that kills its worker.
    package var attemptsMax = 2
    /// How long a request waits for a service without workers: a rolling restart fails nothing.
    package var graceMs = 2_000
    /// Between two heartbeats in either direction; the same everywhere, or there are false deaths.
    package var heartbeatIntervalMs = 1_000
    /// Heartbeats that may be missed before a silent worker is taken for dead.
    package var livenessHeartbeats = 3
    /// What is suggested to a client that is shed.
    package var retryAfterMs = 1_000
    /// Registrations of one worker process under different names.
    package var servicesMaxPerWorker = 32
    /// Different service names at once; names that nobody serves or asks for any more make room.
    package var servicesMax = 1_024
    /// The time of a request is at most this, whatever its sender says.
    package var timeLeftMaxMs = 600_000

    package init() {}

    var graceNs: UInt64 { UInt64(graceMs) * 1_000_000 }
    var heartbeatIntervalNs: UInt64 { UInt64(heartbeatIntervalMs) * 1_000_000 }
    var silenceMaxNs: UInt64 { heartbeatIntervalNs * UInt64(livenessHeartbeats) }
}
