import Glibc
import Logging
package import MessageBus
package import ServiceKit

/// A connection of a command to the brokers of a running stack.
package enum BusSession {
    /// Runs the body with a bus that is connected to all answering brokers.
    ///
    /// - Throws: `CommandFailure` if no broker answers, or the error of the body.
    package static func run<Value: Sendable>(
        _ data: DataDirectory,
        _ body: @escaping @Sendable (MessageBus) async throws -> Value
    ) async throws -> Value {
        // The bus would wait for a broker, but a command must report at once that nothing runs.
        let brokers = BrokerProbe(data: data).answering
        guard !brokers.isEmpty else {
            throw CommandFailure("Nothing runs on \(data.path): no broker answers there.")
        }
        return try await run(data, brokers: brokers, body)
    }

    /// Runs the body with a bus that is connected to the given brokers.
    package static func run<Value: Sendable>(
        _ data: DataDirectory,
        brokers: [Int],
        _ body: @escaping @Sendable (MessageBus) async throws -> Value
    ) async throws -> Value {
        // The output of the command shows a lost connection. Log lines would only disturb it.
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
            throw CommandFailure("The connection to the stack on \(data.path) was lost.")
        }
    }
}
