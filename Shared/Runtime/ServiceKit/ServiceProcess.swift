import CLinux
package import Contracts
import FoundationEssentials
package import Logging
package import MessageBus
import Observability
package import ServiceLifecycle
package import Settings
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// The parts that every process of a stack has: configuration, a logger, the bus, and a list of services that run until
/// it stops.
///
/// ``Settings`` declares what it reads.
package final class ServiceProcess {
    package let name: String
    package let configuration: SettingsReader
    package let data: DataDirectory
    package let logger: Logger
    package let bus: MessageBus
    /// The metrics of the process.
    package let metrics: ProcessMetrics
    /// Whether the process only migrates its database.
    package var migratesOnly: Bool {
        get throws { try configuration.read(Settings.Service.migrateOnly) }
    }
    /// The directory of the record of the last backup; nil for the data directory of the stack.
    package var lastBackup: String? {
        get throws { try configuration.read(Settings.Service.lastBackup) }
    }
    private var services: [any Service] = []
    private var starters: [() -> Void] = []
    private var closers: [() throws -> Void] = []
    /// The service manager that started the process, if it listens.
    private let manager: ServiceManager?
    private let heartbeatFile: HeartbeatFile?
    private var conditions: [ReadinessCondition] = []
    private var proofs: [@Sendable () async -> Void] = []

    private init(_ process: ProcessName, hostLoops: [any EventLoopAdapter]) throws {
        name = process.rawValue
        let environment = ProcessInfo.processInfo.environment
        manager = ServiceManager(environment: environment)
        configuration = try SettingsReader(
            of: process,
            arguments: ProcessInfo.processInfo.arguments,
            environment: environment
        )
        heartbeatFile = try configuration.read(Settings.Process.heartbeatFile).map(HeartbeatFile.init)
        data = DataDirectory(
            path: try configuration.read(Settings.Process.data),
            run: try configuration.read(Settings.Process.run)
        )
        let instance = try configuration.read(Settings.Process.instance) ?? Self.instanceDefault(name)
        let format = try configuration.read(Settings.Process.logFormat)
        LineLogHandler.use(LogFormat(format, isTerminal: isatty(STDERR_FILENO) == 1), process: instance)
        logger = Self.makeLogger(name, try configuration.read(Settings.Process.logLevel))
        for name in Settings.unknownVariables(in: environment) {
            logger.warning("an unknown setting in the environment is ignored", metadata: ["variable": "\(name)"])
        }
        var bus = try BrokerAddresses.bus(configuration, data: data, instance: instance)
        bus.callees = CallGraph.callees(ofProcess: name)
        self.bus = MessageBus(
            bus,
            logger: logger,
            hostLoops: hostLoops
        )
        metrics = ProcessMetrics(service: ServiceName(rawValue: name), bus: self.bus)
        if try configuration.read(Settings.Process.supervised) { SupervisorWatch.start() }
    }

    /// Runs a process: builds it, starts it, and stops it gracefully on SIGTERM or SIGINT.
    ///
    /// Returns when it has stopped. With `--help` it prints the settings instead.
    ///
    /// - Parameters:
    ///   - process: The process; its name stands in logs and among instances.
    ///   - connects: Whether it connects to the broker; the broker itself does not.
    ///   - hostLoops: See ``MessageBus``; for a process with calls from event loops.
    ///   - publishesSpans: Whether spans are published on the bus; the gateway exports them itself.
    ///   - build: Adds endpoints and services to the process.
    package static func run(
        _ process: ProcessName,
        connects: Bool = true,
        hostLoops: [any EventLoopAdapter] = [],
        publishesSpans: Bool = true,
        _ build: (ServiceProcess) async throws -> Void
    ) async {
        guard !SettingsHelp.isRequested(by: ProcessInfo.processInfo.arguments) else {
            print(SettingsHelp.text(of: process), to: STDOUT_FILENO)
            return
        }
        let name = process.rawValue
        // The stack's files are for its own user only: databases, sockets, logs.
        umask(0o077)
        ProcessSample.recordStart()
        // Without this, reaching the limit of a file's size would kill the process. Now the write fails, as on a full
        // disk.
        signal(SIGXFSZ, SIG_IGN)
        var staysFailed = false
        do {
            let started = try ServiceProcess(process, hostLoops: hostLoops)
            staysFailed = try started.configuration.read(Settings.Process.staysFailed)
            if try started.configuration.read(Settings.Process.checkHealth) { exit(started.checkHealth()) }
            if connects { started.addBus(publishesSpans: publishesSpans) }
            try await build(started)
            try await started.runServices()
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
    ///
    /// - Throws: `ConfigurationFailure` if the configured capacity is invalid; `PermanentFailure` if the rules of a
    ///   request are faulty.
    package func serve(_ service: ServiceName, _ endpoints: [Endpoint]) throws {
        try Self.checkRules(of: endpoints)
        let capacity = try configuration.read(Settings.Service.capacity)
        bus.serve(service, capacity: capacity, endpoints)
    }

    /// Offers bulk methods under a second name of a service (``ServiceName/bulk``), with a capacity of their own.
    ///
    /// - Parameters:
    ///   - service: The second name.
    ///   - capacityDefault: Concurrent requests if the setting has no value; nil for the declared default.
    ///   - endpoints: The methods.
    /// - Throws: `ConfigurationFailure` if the configured capacity is invalid; `PermanentFailure` if the rules of a
    ///   request are faulty.
    package func serveBulk(_ service: ServiceName, capacityDefault: Int? = nil, _ endpoints: [Endpoint]) throws {
        try Self.checkRules(of: endpoints)
        let capacity = try configuration.read(Settings.Service.bulkCapacity, default: capacityDefault)
        bus.serve(service, capacity: capacity, endpoints)
    }

    private static func checkRules(of endpoints: [Endpoint]) throws(PermanentFailure) {
        for endpoint in endpoints {
            if let fault = endpoint.fault { throw PermanentFailure("\(endpoint.method.name): \(fault)") }
        }
    }

    /// Adds a service that runs until the process stops.
    ///
    /// The services stop in reverse order.
    package func add(_ service: any Service) {
        services.append(service)
    }

    /// Registers a closure that runs once, after the process is built and before its services start.
    package func atStart(_ start: @escaping () -> Void) {
        starters.append(start)
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
                services: services.map { .init(service: NamedService($0)) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        for start in starters { start() }
        // The allocator keeps what the start has freed: after reading the first catalog, 33 MB.
        _ = mealwire_return_freed_pages()
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

    private static func makeLogger(_ name: String, _ level: Logger.Level) -> Logger {
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
