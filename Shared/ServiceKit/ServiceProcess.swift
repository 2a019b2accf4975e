package import Configuration
package import Contracts
import FoundationEssentials
package import Logging
package import Messaging
package import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// What every process of a set has: configuration, a logger, the bus, and a list of what runs until it is told to stop.
///
/// Configuration keys, from ``Credentials``, then the command line (`--data DIR`), then the environment (`MEALWIRE_DATA`):
/// - `data` (string, `data`): the data directory of the set, or of this process where each has one of its own.
/// - `run` (string, `run` in the data directory): where the set's sockets lie.
/// - `instance` (string, `<service>-<pid>`, or `<service>-<host name>` for the first process of a container): the name of this
///   process among the instances of its service.
/// - `capacity` (int, 64): how many requests the broker may hand to this process at once.
/// - `heavy.capacity` (int, 2; 1 for menus in the calculator, 16 for menus in the diary): the same for its heavy methods.
/// - `broker`, `brokers`: see ``BrokerAddresses``.
/// - `log.level` (string, `info`): `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
/// - `migrate.only` (bool, `false`): bring the own database up to date, tell as JSON what that did, and end; for rehearsals.
/// - `last.backup` (string, the data directory of the set): where the note of the last backup lies, for messages about damage.
/// - `log.format` (string, `auto`): `text`, `json`, or `auto`: text where a terminal reads it, otherwise an object of JSON to
///   a line.
/// - `supervised` (bool, `false`): end when standard input does; `mealwire up` asks for it.
/// - `heartbeat.file` (string, none, `MEALWIRE_HEARTBEAT_FILE`): see ``HeartbeatFile``.
/// - `stay.failed` (bool, `false`): after a failure that another start would not mend, serve nothing and wait to be stopped,
///   for container engines, which start again whatever ends.
/// - `check.health` (bool, `false`, `--check-health`): run nothing, but look at that file of a process that runs: exit status 0
///   says that it serves and is alive.
package final class ServiceProcess {
    /// Enough that writers share commits and readers keep the disk busy, few enough to bound memory.
    private static let capacityDefault = 64
    /// Few, because each of these keeps a processor busy for long, and the light ones want one, too.
    private static let heavyCapacityDefault = 2

    package let name: String
    package let configuration: ConfigReader
    package let data: DataDirectory
    package let logger: Logger
    package let bus: MessageBus
    /// What the process tells of itself when somebody asks for the figures of all.
    package let figures: ProcessFigures
    /// Whether it is only to bring its database up to date.
    package var migratesOnly: Bool { configuration.bool(forKey: "migrate.only", default: false) }
    /// In which directory the note of the last backup lies; nil for the data directory of the set.
    package var lastBackup: String? { configuration.string(forKey: "last.backup") }
    private var services: [any Service] = []
    private var closers: [() throws -> Void] = []
    /// Who started the process, if somebody listens there.
    private let manager: ServiceManager?
    private let heartbeatFile: HeartbeatFile?
    private var conditions: [ReadinessCondition] = []
    private var proofs: [@Sendable () async -> Void] = []

    private init(name: String, hostLoops: [any HostLoop]) throws {
        self.name = name
        let environment = ProcessInfo.processInfo.environment
        manager = ServiceManager(environment: environment)
        configuration = ConfigReader(providers: [
            try Credentials.provider(environment: environment),
            CommandLineArgumentsProvider(),
            EnvironmentVariablesProvider().prefixKeys(with: "mealwire"),
        ])
        heartbeatFile = configuration.string(forKey: "heartbeat.file").map(HeartbeatFile.init)
        data = DataDirectory(
            path: configuration.string(forKey: "data", default: "data"),
            run: configuration.string(forKey: "run")
        )
        let instance = configuration.string(forKey: "instance", default: Self.instanceDefault(name))
        LineLogHandler.use(try LogFormat(configuration), process: instance)
        logger = try Self.makeLogger(name, configuration)
        var bus = try BrokerAddresses.bus(configuration, data: data, instance: instance)
        bus.callees = CallGraph.callees(ofProcess: name)
        self.bus = MessageBus(
            bus,
            logger: logger,
            hostLoops: hostLoops
        )
        figures = ProcessFigures(service: ServiceName(rawValue: name), bus: self.bus)
        if configuration.bool(forKey: "supervised", default: false) { SupervisorWatch.start() }
    }

    /// Runs a process: builds it, starts it, and stops it cleanly on SIGTERM or SIGINT.
    ///
    /// Returns when it has stopped.
    ///
    /// - Parameters:
    ///   - name: What the process is called in logs and among instances.
    ///   - connects: Whether it connects to the broker; the broker itself does not.
    ///   - hostLoops: See ``MessageBus``; for a process whose calls come from event loops.
    ///   - publishesSpans: Whether steps of traces go over the bus; the gateway hands them on itself.
    ///   - build: Adds to the process what it serves and runs.
    package static func run(
        _ name: String,
        connects: Bool = true,
        hostLoops: [any HostLoop] = [],
        publishesSpans: Bool = true,
        _ build: (ServiceProcess) async throws -> Void
    ) async {
        // What a set keeps is for its own user alone: databases, sockets, logs.
        umask(0o077)
        ProcessSample.noteStart()
        // A file that may not grow is an error of the write that wanted it, like a full disk, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
        var staysFailed = false
        do {
            let process = try ServiceProcess(name: name, hostLoops: hostLoops)
            staysFailed = process.configuration.bool(forKey: "stay.failed", default: false)
            if process.configuration.bool(forKey: "check.health", default: false) { exit(process.checkHealth()) }
            if connects { process.addBus(publishesSpans: publishesSpans) }
            try await build(process)
            try await process.runServices()
            LineLogHandler.flush()
        } catch let end as EarlyEnd {
            LineLogHandler.flush()
            print(end.line, to: STDOUT_FILENO)
        } catch let failure as LastingFailure {
            LineLogHandler.flush()
            print("\(name): \(failure)", to: STDERR_FILENO)
            if staysFailed { waitToBeStopped() }
            exit(LastingFailure.exitStatus)
        } catch {
            LineLogHandler.flush()
            print("\(name): \(error)", to: STDERR_FILENO)
            exit(1)
        }
    }

    /// Answers methods under a service's name.
    package func serve(_ service: ServiceName, _ endpoints: [Endpoint]) throws {
        let capacity = try configuration.number("capacity", in: 1...10_000, default: Self.capacityDefault)
        bus.serve(service, capacity: capacity, endpoints)
    }

    /// Answers heavy methods under a second name of a service (``ServiceName/heavy``), with a capacity of their own.
    ///
    /// - Parameters:
    ///   - service: The second name.
    ///   - capacityDefault: Requests at once where the configuration does not say; 2 if left out.
    ///   - endpoints: The methods.
    /// - Throws: `ConfigurationFailure` if the configuration has a capacity that is none.
    package func serveHeavy(_ service: ServiceName, capacityDefault: Int? = nil, _ endpoints: [Endpoint]) throws {
        let standard = capacityDefault ?? Self.heavyCapacityDefault
        let capacity = try configuration.number("heavy.capacity", in: 1...1_000, default: standard)
        bus.serve(service, capacity: capacity, endpoints)
    }

    /// Has something run until the process stops.
    ///
    /// What was added last stops first.
    package func add(_ service: any Service) {
        services.append(service)
    }

    /// Has something closed after everything has stopped.
    package func atEnd(_ close: @escaping () throws -> Void) {
        closers.append(close)
    }

    private func addBus(publishesSpans: Bool) {
        let (bus, service) = (bus, ServiceName(rawValue: name))
        add(BusRunner(bus: bus))
        add(MetricsPublisher(service, figures, bus: bus))
        if publishesSpans { add(SpanPublisher(service, bus: bus)) }
        isReady(when: ReadinessCondition("no broker is there") { bus.isServing })
        isAlive { await bus.goRound() }
    }

    /// Has the process count as ready only where something more holds.
    package func isReady(when condition: ReadinessCondition) {
        conditions.append(condition)
    }

    /// Has the process count as alive only as long as something more comes back.
    package func isAlive(while proof: @escaping @Sendable () async -> Void) {
        proofs.append(proof)
    }

    /// Says what people see in `systemctl status` while the process starts.
    package func tell(status: String) { manager?.tell(status: status) }

    private func runServices() async throws {
        if manager != nil || heartbeatFile != nil {
            // Stops first, and so tells at once that the process is about to.
            add(
                Heartbeat(
                    manager: manager,
                    file: heartbeatFile,
                    conditions: conditions,
                    proofs: proofs,
                    logger: logger
                )
            )
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await group.run()
        for close in closers.reversed() { try close() }
    }

    /// The first process of a container shares its number with those of all others; its host name is its own.
    private static func instanceDefault(_ name: String) -> String {
        getpid() == 1 ? "\(name)-\(ProcessInfo.processInfo.hostName)" : "\(name)-\(getpid())"
    }

    /// Does nothing until it is told to stop, with all that it has let go of.
    private static func waitToBeStopped() -> Never {
        var ends = sigset_t()
        sigemptyset(&ends)
        for number in [SIGTERM, SIGINT] {
            // The first process of a container gets only those signals for which it has a handler.
            signal(number) { _ in _exit(LastingFailure.exitStatus) }
            sigaddset(&ends, number)
        }
        // Whoever starts a process from a thread that blocks them hands that on.
        pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        while true { pause() }
    }

    /// Looks how the process is that runs with the same heartbeat file; the exit status.
    private func checkHealth() -> Int32 {
        let complaint =
            heartbeatFile.map { $0.complaint() } ?? "there is nothing to look at: MEALWIRE_HEARTBEAT_FILE is not set"
        guard let complaint else { return 0 }
        Self.print("\(name) is not well: \(complaint).", to: STDERR_FILENO)
        return 1
    }

    private static func makeLogger(_ name: String, _ configuration: ConfigReader) throws -> Logger {
        let text = configuration.string(forKey: "log.level", default: "info")
        guard let level = Logger.Level(rawValue: text) else {
            throw ConfigurationFailure(
                "log.level",
                text,
                "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        var logger = Logger(label: name) { LineLogHandler(label: $0) }
        logger.logLevel = level
        return logger
    }

    private static func print(_ text: String, to descriptor: Int32) {
        let bytes = Array("\(text)\n".utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

/// Runs the bus as a service of the process; a graceful shutdown drains it.
private struct BusRunner: Service {
    let bus: MessageBus

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await bus.run()
        } onGracefulShutdown: {
            bus.drain()
        }
    }
}
