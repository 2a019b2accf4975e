public import JSONCoding

/// The reply of `GET /v1/admin/system`: what runs in the stack, how much it does, and its last hour.
///
/// All rates and times are of the ``sampleSeconds`` before ``at``.
public struct SystemState: Codable, Sendable, Equatable {
    /// The seconds between two samples.
    public static let sampleSeconds = 10
    /// Maximum number of samples in ``history``: one hour.
    public static let samplesMax = 360

    /// The time of the newest sample; RFC 3339, UTC; null before the first one.
    @Nullable public var at: String?
    /// The version of the gateway.
    public var version: String
    /// The seconds between two samples.
    public var sampleSeconds: Int
    /// The services of a request in its order: the gateway, the broker, then all others by name.
    public var services: [SystemService]
    /// The queues of the broker, by name.
    public var queues: [SystemQueue]
    /// How far each service is behind the events of another one.
    public var subscribers: [SystemSubscriber]
    /// The databases, by service.
    public var storage: [SystemStorage]
    /// Free space of the fullest disk with a database, in bytes; null while no service has reported it.
    @Nullable public var diskFreeBytes: Int?
    /// Size of that disk, in bytes.
    @Nullable public var diskBytes: Int?
    /// The start of the last backup of this data directory; RFC 3339, UTC; null if there is none.
    @Nullable public var lastBackupAt: String?
    /// Open streams of live events.
    public var liveListeners: Int
    /// The last hour, oldest first; with `since`, only later samples.
    public var history: [SystemSample]

    public init(version: String) {
        self.version = version
        self.at = nil
        sampleSeconds = Self.sampleSeconds
        (services, queues, subscribers, storage, history) = ([], [], [], [], [])
        self.diskFreeBytes = nil
        self.diskBytes = nil
        self.lastBackupAt = nil
        liveListeners = 0
    }
}

/// A service, the broker, a bridge or the gateway, with all of its processes together.
public struct SystemService: Codable, Sendable, Equatable {
    public var service: String
    /// Whether a process of it has reported; false for a service that does not answer.
    public var isReady: Bool
    public var processes: [SystemProcess]
    /// Processes that have replaced another one within the history, after a crash or on request.
    public var restarts: Int
    /// Requests a second: those of all services for the broker, and HTTP requests for the gateway.
    public var perSecond: Double
    /// Requests that were answered with an error, a second; errors of the caller count, too.
    public var failedPerSecond: Double
    /// Requests without an answer so far.
    public var inFlight: Int
    /// Median time of a request, in milliseconds, estimated from a histogram; null without requests.
    @Nullable public var medianMs: Double?
    /// The 99th percentile of the same.
    @Nullable public var p99Ms: Double?

    public init(service: String) {
        self.service = service
        isReady = false
        processes = []
        (restarts, perSecond, failedPerSecond, inFlight) = (0, 0, 0, 0)
        self.medianMs = nil
        self.p99Ms = nil
    }
}

/// A process of the stack.
public struct SystemProcess: Codable, Sendable, Equatable {
    public var process: String
    public var version: String
    /// RFC 3339, UTC.
    public var startedAt: String
    /// Memory in RAM, including libraries.
    public var memoryBytes: Int
    /// Use of one processor, in percent; more than 100 with several busy threads; null in its first sample.
    @Nullable public var processorPercent: Double?

    public init(
        process: String,
        version: String,
        startedAt: String,
        memoryBytes: Int,
        processorPercent: Double?
    ) {
        self.process = process
        self.version = version
        self.startedAt = startedAt
        self.memoryBytes = memoryBytes
        self.processorPercent = processorPercent
    }
}

/// A queue of the broker: a name under which a service receives requests.
public struct SystemQueue: Codable, Sendable, Equatable {
    public var queue: String
    /// Processes that offer it.
    public var workers: Int
    /// Requests that all workers together accept at once.
    public var capacity: Int
    /// Requests that workers are handling.
    public var inFlight: Int
    /// Requests that wait for a worker.
    public var queued: Int
    public var perSecond: Double
    /// Median time from the arrival of a request to its reply, in milliseconds; null without requests.
    @Nullable public var medianMs: Double?
    /// The 99th percentile of the same.
    @Nullable public var p99Ms: Double?
    /// Requests that the broker has refused because the queue was full, since the start of the broker.
    public var shed: Int
    /// Attempts after the first, since the start of the broker.
    public var retried: Int
    /// Workers lost without a disconnect message, since the start of the broker.
    public var lostWorkers: Int

    public init(queue: String) {
        self.queue = queue
        (workers, capacity, inFlight, queued, perSecond) = (0, 0, 0, 0, 0)
        (shed, retried, lostWorkers) = (0, 0, 0)
        self.medianMs = nil
        self.p99Ms = nil
    }
}

/// How far a service is behind the events of another one.
public struct SystemSubscriber: Codable, Sendable, Equatable {
    public var service: String
    /// The service that publishes the events.
    public var source: String
    /// Events that are not applied yet.
    public var events: Int
    /// Seconds for which the service has been continuously behind; 0 if it is not.
    public var seconds: Double

    public init(service: String, source: String, events: Int, seconds: Double) {
        self.service = service
        self.source = source
        self.events = events
        self.seconds = seconds
    }
}

/// The database of a service.
public struct SystemStorage: Codable, Sendable, Equatable {
    public var service: String
    public var databaseBytes: Int
    /// Size of the write-ahead log.
    public var logBytes: Int
    /// Writes that wait for the next commit.
    public var writesWaiting: Int

    public init(service: String, databaseBytes: Int, logBytes: Int, writesWaiting: Int) {
        self.service = service
        self.databaseBytes = databaseBytes
        self.logBytes = logBytes
        self.writesWaiting = writesWaiting
    }
}

/// One moment of the history.
public struct SystemSample: Codable, Sendable, Equatable {
    /// RFC 3339, UTC.
    public var at: String
    /// HTTP requests a second.
    public var perSecond: Double
    /// The 99th percentile of HTTP requests, in milliseconds; null without requests.
    @Nullable public var p99Ms: Double?
    /// Requests at the broker that wait or run.
    public var held: Int
    /// Requests that wait for a worker.
    public var queued: Int
    /// Memory of all processes in RAM; shared libraries count once for each process.
    public var memoryBytes: Int
    /// The longest time for which a service has been behind the events of another one, in seconds.
    public var lagSeconds: Double
    public var services: [SystemSampleService]

    public init(
        at: String,
        perSecond: Double,
        p99Ms: Double?,
        held: Int,
        queued: Int,
        memoryBytes: Int,
        lagSeconds: Double,
        services: [SystemSampleService]
    ) {
        self.at = at
        self.perSecond = perSecond
        self.p99Ms = p99Ms
        self.held = held
        self.queued = queued
        self.memoryBytes = memoryBytes
        self.lagSeconds = lagSeconds
        self.services = services
    }
}

/// A service at one moment of the history.
public struct SystemSampleService: Codable, Sendable, Equatable {
    public var service: String
    public var perSecond: Double
    /// The 99th percentile of its requests, in milliseconds; null without requests.
    @Nullable public var p99Ms: Double?

    public init(service: String, perSecond: Double, p99Ms: Double?) {
        self.service = service
        self.perSecond = perSecond
        self.p99Ms = p99Ms
    }
}
