package import Configuration
package import Contracts
package import Logging
package import Messaging
package import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

/// What every process of a set has: configuration, a logger, the bus, and a list of what runs until it is told to stop.
///
/// Configuration keys, from the command line (`--data DIR`), then the environment (`MEALWIRE_DATA`):
/// - `data` (string, `data`): the data directory of the set.
/// - `instance` (string, `<service>-<pid>`): the name of this process among the instances of its service.
/// - `capacity` (int, 64): how many requests the broker may hand to this process at once.
/// - `heavy.capacity` (int, 2; 1 for menus in the calculator, 16 for menus in the diary): the same for its heavy methods.
/// - `broker`, `brokers` and the key files: see ``BrokerAddresses``.
/// - `log.level` (string, `info`): `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
/// - `supervised` (bool, `false`): end when standard input does; `mealwire up` asks for it.
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
    private var services: [any Service] = []
    private var closers: [() throws -> Void] = []

    private init(name: String, hostLoops: [any HostLoop]) throws {
        self.name = name
        configuration = ConfigReader(providers: [
            CommandLineArgumentsProvider(),
            EnvironmentVariablesProvider().prefixKeys(with: "mealwire"),
        ])
        data = DataDirectory(path: configuration.string(forKey: "data", default: "data"))
        logger = try Self.makeLogger(name, configuration)
        let instance = configuration.string(forKey: "instance", default: "\(name)-\(getpid())")
        var bus = try BrokerAddresses.bus(configuration, data: data, service: name, instance: instance)
        bus.callees = CallGraph.callees(ofProcess: name)
        self.bus = MessageBus(
            bus,
            logger: logger,
            hostLoops: hostLoops
        )
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
    ///   - build: Adds to the process what it serves and runs.
    package static func run(
        _ name: String,
        connects: Bool = true,
        hostLoops: [any HostLoop] = [],
        _ build: (ServiceProcess) async throws -> Void
    ) async {
        // What a set keeps is for its own user alone: databases, sockets, logs.
        umask(0o077)
        // A file that may not grow is an error of the write that wanted it, like a full disk, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
        do {
            let process = try ServiceProcess(name: name, hostLoops: hostLoops)
            if connects { process.add(BusRunner(bus: process.bus)) }
            try await build(process)
            try await process.runServices()
            LineLogHandler.flush()
        } catch {
            LineLogHandler.flush()
            print(error: "\(name): \(error)")
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

    private func runServices() async throws {
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

    private static func print(error text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
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
