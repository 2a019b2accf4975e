/// What the broker holds at most, and how long it waits.
package struct BrokerLimits: Sendable {
    /// Requests that wait for one service.
    ///
    /// At ten thousand a second this is a tenth of a second of work; a longer queue only makes everybody late.
    package var queueMaxPerService = 1_000
    /// Bytes of all request bodies that are held, waiting and running.
    ///
    /// A full queue of usual requests takes less than a megabyte; this is for large ones.
    package var heldBytesMax = 256 << 20
    /// Bytes of requests that one worker may have of one service at once.
    ///
    /// It is beyond eight requests of the largest size. It bounds what the broker keeps for a worker that does not read.
    package var workerBytesMax = 8 << 20
    /// Attempts of a request before it is taken for one that kills its worker.
    package var attemptsMax = 2
    /// How long a request waits for a service without workers: a rolling restart fails nothing.
    package var graceMs = 2_000
    /// Between two heartbeats in either direction; the same everywhere, or there are false deaths.
    package var heartbeatIntervalMs = 1_000
    /// Heartbeats that may be missed before a silent worker is taken for dead.
    package var livenessHeartbeats = 3
    /// How long a plain worker without a request may be silent: four of the heartbeats that the ZeroMQ guide's
    /// workers send, every 2.5 s.
    package var plainSilenceMaxMs = 10_000
    /// How long a plain worker may work on a request, in which it sends no heartbeats.
    package var plainBusyMaxMs = 60_000
    /// How long a worker that handed something back unstarted is asked for nothing.
    package var holdBackMs = 10
    /// What is suggested to a client that is shed.
    package var retryAfterMs = 1_000
    /// Registrations of one worker process under different names.
    package var servicesMaxPerWorker = 32
    /// Different service names at once; names that nobody serves or asks for any more make room.
    package var servicesMax = 1_024
    /// The time of a request is at most this, whatever its sender says.
    package var timeLeftMaxMs = 600_000

    package init() {}

    /// Bytes of running requests of which a copy is kept for a second attempt.
    ///
    /// A quarter, so that requests that run cannot take the room of those that wait. A request beyond runs without a copy.
    package var runningBytesMax: Int { heldBytesMax / 4 }
    /// Bytes of waiting requests; beyond, the client that holds most of them gives way.
    package var waitingBytesMax: Int { heldBytesMax - runningBytesMax }
    var graceNs: UInt64 { UInt64(graceMs) * 1_000_000 }
    var heartbeatIntervalNs: UInt64 { UInt64(heartbeatIntervalMs) * 1_000_000 }
    var plainSilenceMaxNs: UInt64 { UInt64(plainSilenceMaxMs) * 1_000_000 }
    var plainBusyMaxNs: UInt64 { UInt64(plainBusyMaxMs) * 1_000_000 }
    var holdBackNs: UInt64 { UInt64(holdBackMs) * 1_000_000 }
    var silenceMaxNs: UInt64 { heartbeatIntervalNs * UInt64(livenessHeartbeats) }
}
