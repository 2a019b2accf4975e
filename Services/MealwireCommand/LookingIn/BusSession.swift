import Glibc
import Logging
import Messaging
import ServiceKit

/// A connection to the broker of a running set, for as long as a command looks in.
enum BusSession {
    /// Runs the body beside a bus that is connected to whichever brokers are there.
    ///
    /// - Throws: `SetFailure` if no broker is there, or what the body throws.
    static func run<Value: Sendable>(
        _ data: DataDirectory,
        _ body: @escaping @Sendable (MessageBus) async throws -> Value
    ) async throws -> Value {
        // The bus would wait for a broker that comes back; a person wants to know at once that nothing runs.
        let brokers = BrokerProbe(data: data).answering
        guard !brokers.isEmpty else {
            throw SetFailure("Nothing runs on \(data.path): no broker answers there.")
        }
        return try await run(data, brokers: brokers, body)
    }

    /// Runs the body beside a bus that is connected to certain brokers.
    static func run<Value: Sendable>(
        _ data: DataDirectory,
        brokers: [Int],
        _ body: @escaping @Sendable (MessageBus) async throws -> Value
    ) async throws -> Value {
        // A lost connection shows in what the command prints; a log in between would only spoil it.
        let logger = Logger(label: "mealwire") { _ in SwiftLogNoOpLogHandler() }
        let configuration = BusConfiguration(
            instance: "mealwire-\(getpid())",
            brokers: brokers.map(data.endpoints(ofBroker:))
        )
        let bus = MessageBus(configuration, logger: logger)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await bus.run()
                return nil
            }
            group.addTask { try await body(bus) }
            defer { group.cancelAll() }
            while let finished = try await group.next() {
                if let finished { return finished }
            }
            throw SetFailure("The connection to the set on \(data.path) has ended.")
        }
    }
}
