package import Configuration
package import Contracts
import FoundationEssentials
package import Logging
package import MessageBus
import Observability
package import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// The parts that every process of a stack has: configuration, a logger, the bus, and a list of services that run until
/// it stops.
///
/// Configuration keys, from ``Credentials``, then the command line (`--data DIR`), then the environment
/// (`MEALWIRE_DATA`):
/// - `data` (string, `data`): the data directory of the stack, or of this process where each has one of its own.
/// - `run` (string, `run` in the data directory): the directory of the stack's sockets.
/// - `instance` (string, `<service>-<pid>`, or `<service>-<host name>` for the first process of a container): the name
///   of this process among the instances of its service.
/// - `capacity` (int, 64): the number of requests that the broker may pass to this process at once.
/// - `bulk.capacity` (int, 2; 1 for menus in the calculator, 16 for menus in the diary): the same for its heavy
///   methods.
/// - `broker`, `brokers`: see ``BrokerAddresses``.
/// - `log.level` (string, `info`): `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
/// - `migrate.only` (bool, `false`): migrate the process's database, print the result as JSON, and end; for rehearsals.
/// - `last.backup` (string, the data directory of the stack): the directory of the record of the last backup, for
///   messages about damage.
/// - `log.format` (string, `auto`): `text`, `json`, or `auto`: text on a terminal, otherwise a JSON object per line.
/// - `supervised` (bool, `false`): end when standard input does; `mealwire up` sets it.
/// - `heartbeat.file` (string, none, `MEALWIRE_HEARTBEAT_FILE`): see ``HeartbeatFile``.
/// - `stay.failed` (bool, `false`): after a failure that another start would not resolve, serve nothing and wait for a
///   signal. For container engines, which restart every container that ends.
/// - `check.health` (bool, `false`, `--check-health`): do not serve, but check the heartbeat file of a running process:
///   exit status 0 means that it serves and is alive.
package final class ServiceProcess {
    /// High enough for writers to share commits and readers to saturate the disk, low enough to bound memory.
    private static let capacityDefault = 64
    /// Low, because each bulk request occupies a processor for long, and other requests need one, too.
    private static let bulkCapacityDefault = 2

    package let name: String
    package let configuration: ConfigReader
    package let data: DataDirectory
    package let logger: Logger
    package let bus: MessageBus
    /// The metrics of the process.
    package let metrics: ProcessMetrics
    /// Whether the process only migrates its database.
    package var migratesOnly: Bool { configuration.bool(forKey: "migrate.only", default: false) }
    /// The directory of the record of the last backup; nil for the data directory of the stack.
    package var lastBackup: String? { configuration.string(forKey: "last.backup") }
    private var services: [any Service] = []
    private var closers: [() throws -> Void] = []
    /// The service manager that started the process, if it listens.
    private let manager: ServiceManager?
    private let heartbeatFile: HeartbeatFile?
    private var conditions: [ReadinessCondition] = []
    private var proofs: [@Sendable () async -> Void] = []

    private init(name: String, hostLoops: [any EventLoopAdapter]) throws {
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
        metrics = ProcessMetrics(service: ServiceName(rawValue: name), bus: self.bus)
        if configuration.bool(forKey: "supervised", default: false) { SupervisorWatch.start() }
    }

    /// Runs a process: builds it, starts it, and stops it gracefully on SIGTERM or SIGINT.
    ///
    /// Returns when it has stopped. With `--help` it prints the settings instead.
    ///
    /// - Parameters:
    ///   - name: The name of the process in logs and among instances.
    ///   - connects: Whether it connects to the broker; the broker itself does not.
    ///   - hostLoops: See ``MessageBus``; for a process with calls from event loops.
    ///   - publishesSpans: Whether spans are published on the bus; the gateway exports them itself.
    ///   - build: Adds endpoints and services to the process.
    package static func run(
        _ name: String,
        connects: Bool = true,
        hostLoops: [any EventLoopAdapter] = [],
        publishesSpans: Bool = true,
        _ build: (ServiceProcess) async throws -> Void
    ) async {
        guard !ServiceOption.isHelpRequested(by: ProcessInfo.processInfo.arguments) else {
            print(ServiceOption.help(of: name), to: STDOUT_FILENO)
            return
        }
        // The stack's files are for its own user only: databases, sockets, logs.
        umask(0o077)
        ProcessSample.recordStart()
        // Without this, reaching the limit of a file's size would kill the process. Now the write fails, as on a full
        // disk.
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
        } catch let end as EarlyExit {
            LineLogHandler.flush()
            print(end.line, to: STDOUT_FILENO)
        } catch let failure as PermanentFailure {
            LineLogHandler.flush()
            print("\(name): \(failure)", to: STDERR_FILENO)
            if staysFailed { waitToBeStopped() }
            exit(PermanentFailure.exitStatus)
        } catch {
            LineLogHandler.flush()
            print("\(name): \(error)", to: STDERR_FILENO)
            exit(1)
        }
    }

    /// Offers methods under a service's name.
    package func serve(_ service: ServiceName, _ endpoints: [Endpoint]) throws {
        let capacity = try configuration.number("capacity", in: 1...10_000, default: Self.capacityDefault)
        bus.serve(service, capacity: capacity, endpoints)
    }

    /// Offers bulk methods under a second name of a service (``ServiceName/heavy``), with a capacity of their own.
    ///
    /// - Parameters:
    ///   - service: The second name.
    ///   - capacityDefault: Concurrent requests if the configuration has no value; 2 by default.
    ///   - endpoints: The methods.
    /// - Throws: `ConfigurationFailure` if the configured capacity is invalid.
    package func serveBulk(_ service: ServiceName, capacityDefault: Int? = nil, _ endpoints: [Endpoint]) throws {
        let standard = capacityDefault ?? Self.bulkCapacityDefault
        try configuration.refuseFormerName("heavy.capacity", of: "bulk.capacity")
        let capacity = try configuration.number("bulk.capacity", in: 1...1_000, default: standard)
        bus.serve(service, capacity: capacity, endpoints)
    }

    /// Adds a service that runs until the process stops.
    ///
    /// The services stop in reverse order.
    package func add(_ service: any Service) {
        services.append(service)
    }

    /// Registers a closure that runs after all services have stopped; the last one registered runs first.
    package func atEnd(_ close: @escaping () throws -> Void) {
        closers.append(close)
    }

    private func addBus(publishesSpans: Bool) {
        let (bus, service) = (bus, ServiceName(rawValue: name))
        add(BusRunner(bus: bus))
        add(MetricsPublisher(service, metrics, bus: bus))
        if publishesSpans { add(SpanPublisher(service, bus: bus)) }
        isReady(when: ReadinessCondition("no broker is connected") { bus.isServing })
        isAlive { await bus.checkLiveness() }
    }

    /// Adds a condition for the readiness of the process.
    package func isReady(when condition: ReadinessCondition) {
        conditions.append(condition)
    }

    /// Adds a liveness check: the process counts as alive as long as it returns.
    package func isAlive(while proof: @escaping @Sendable () async -> Void) {
        proofs.append(proof)
    }

    /// Sends the status that `systemctl status` shows while the process starts.
    package func notify(status: String) { manager?.notify(status: status) }

    private func runServices() async throws {
        if manager != nil || heartbeatFile != nil {
            // Added last, so it stops first and reports the shutdown at once.
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

    /// The default name of an instance.
    ///
    /// The first process of every container has the id 1; its host name is unique.
    private static func instanceDefault(_ name: String) -> String {
        getpid() == 1 ? "\(name)-\(ProcessInfo.processInfo.hostName)" : "\(name)-\(getpid())"
    }

    /// Blocks until SIGTERM or SIGINT, after everything else was released.
    private static func waitToBeStopped() -> Never {
        var ends = sigset_t()
        sigemptyset(&ends)
        for number in [SIGTERM, SIGINT] {
            // A process with id 1 receives only those signals for which it has a handler.
            signal(number) { _ in _exit(PermanentFailure.exitStatus) }
            sigaddset(&ends, number)
        }
        // The parent's thread may have blocked these signals; the mask is inherited.
        pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        while true { pause() }
    }

    /// Checks the process that uses the same heartbeat file; returns the exit status.
    private func checkHealth() -> Int32 {
        let defect =
            heartbeatFile.map { $0.defect() } ?? "there is no heartbeat file: MEALWIRE_HEARTBEAT_FILE is not set"
        guard let defect else { return 0 }
        Self.print("\(name) is unhealthy: \(defect).", to: STDERR_FILENO)
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
