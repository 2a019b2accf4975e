/// The broker's limits and waiting times.
package struct BrokerLimits: Sendable {
    /// Maximum requests that wait for one service.
    ///
    /// At ten thousand per second this is a tenth of a second of work; a longer queue would only increase all waiting
    /// times.
    package var queueMaxPerService = 1_000
    /// Maximum bytes of all held request bodies, waiting and running.
    ///
    /// A full queue of typical requests takes less than a megabyte; the limit is for large ones.
    package var heldBytesMax = 256 << 20
    /// Maximum bytes of running requests of one service per worker.
    ///
    /// This is more than eight requests of the largest size. It bounds the broker's buffer for a worker that does not
    /// read.
    package var workerBytesMax = 8 << 20
    /// Maximum attempts of a request before it counts as one that crashes its workers.
    package var attemptsMax = 2
    /// How long a request waits for a service without workers, so that a rolling restart fails no request.
    package var graceMs = 2_000
    /// Interval of heartbeats in both directions.
    ///
    /// It must be the same everywhere, or live peers are taken for dead.
    package var heartbeatIntervalMs = 1_000
    /// Missed heartbeats after which a silent worker counts as dead.
    package var livenessHeartbeats = 3
    /// How long an idle plain worker may be silent: four heartbeats of the ZeroMQ guide's workers, which send one every
    /// 2.5 s.
    package var plainSilenceMaxMs = 10_000
    /// How long a plain worker may work on a request, during which it sends no heartbeats.
    package var plainBusyMaxMs = 60_000
    /// How long a worker that returned an unstarted attempt gets no requests.
    package var holdBackMs = 10
    /// The retry delay suggested to a client when its request is shed.
    package var retryAfterMs = 1_000
    /// Maximum registrations of one worker process under different names.
    package var servicesMaxPerWorker = 32
    /// Maximum number of service names.
    ///
    /// Unused names are replaced.
    package var servicesMax = 1_024
    /// Maximum remaining time of a request, whatever its sender states.
    package var timeLeftMaxMs = 600_000

    package init() {}

    /// Maximum bytes of running requests with a copy for a second attempt.
    ///
    /// This is a quarter, so that running requests cannot use the room of waiting ones. Requests beyond it run without
    /// a copy.
    package var runningBytesMax: Int { heldBytesMax / 4 }
    /// Maximum bytes of waiting requests.
    ///
    /// Beyond it, the client with most of them loses requests.
    package var waitingBytesMax: Int { heldBytesMax - runningBytesMax }
    var graceNs: UInt64 { UInt64(graceMs) * 1_000_000 }
    var heartbeatIntervalNs: UInt64 { UInt64(heartbeatIntervalMs) * 1_000_000 }
    var plainSilenceMaxNs: UInt64 { UInt64(plainSilenceMaxMs) * 1_000_000 }
    var plainBusyMaxNs: UInt64 { UInt64(plainBusyMaxMs) * 1_000_000 }
    var holdBackNs: UInt64 { UInt64(holdBackMs) * 1_000_000 }
    var silenceMaxNs: UInt64 { heartbeatIntervalNs * UInt64(livenessHeartbeats) }
}
