import Contracts
import Foundation
import Logging
import MessageBus

#if canImport(Glibc)
import Glibc
#endif

/// A client or worker on the bus, built on MessageBus, for a broker of its own.
///
/// Usage: `BusBenchmark worker DATA CAPACITY`, which runs until it is terminated, or
/// `BusBenchmark client DATA IN_FLIGHT BYTES SECONDS`,
/// which prints `RESULT requests-per-second median-microseconds requests` like `Benchmarks/Bus/forwarder.c`.
/// `BusBenchmark plans DATA IN_FLIGHT FILE SECONDS` sends the plan request in the file instead.
/// `BusBenchmark paced DATA IN_FLIGHT PER_SECOND` calls until its standard input ends, and continues after failures. It
/// prints `RESULT answered failed-with-a-reason`, and fails if a call ended otherwise, or was lost or doubled.
@main
enum BusBenchmarkMain {
    private static let usage =
        "worker DATA CAPACITY | client DATA IN_FLIGHT BYTES SECONDS | plans DATA IN_FLIGHT FILE SECONDS"
        + " | paced DATA IN_FLIGHT PER_SECOND"

    static func main() async throws {
        // Ends a forgotten process.
        alarm(3600)
        let words = Array(CommandLine.arguments.dropFirst())
        let numbers = words.dropFirst(2).compactMap(Int.init)
        switch (words.first, words.count, numbers.count) {
        case ("worker", 3, 1): try await serve(bus(words[1], "worker"), capacity: numbers[0])
        case ("client", 5, 3):
            let load = Load.echoes(inFlight: numbers[0], payloadBytes: numbers[1], seconds: numbers[2])
            try await measure(bus(words[1], "client"), load)
        case ("plans", 5, 2):
            let load = try Load.plans(inFlight: numbers[0], path: words[3], seconds: numbers[1])
            try await measure(bus(words[1], "client"), load)
        case ("paced", 4, 2):
            try await pace(bus(words[1], "paced"), inFlight: numbers[0], perSecond: numbers[1])
        default:
            print("usage: BusBenchmark \(usage)")
            exit(64)
        }
    }

    private static func bus(_ data: String, _ instance: String) -> MessageBus {
        var logger = Logger(label: "bus-benchmark") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let configuration = BusConfiguration(
            instance: instance,
            brokers: [
                BrokerEndpoints(
                    requests: "ipc://\(data)/run/requests.sock",
                    publish: "ipc://\(data)/run/events-in.sock",
                    subscribe: "ipc://\(data)/run/events-out.sock"
                )
            ]
        )
        return MessageBus(configuration, logger: logger)
    }

    private static func serve(_ bus: MessageBus, capacity: Int) async throws {
        let record = NumberRecord()
        bus.serve(
            Echo.service,
            capacity: capacity,
            [
                .inline(Echo.self) { request, _ in request },
                .inline(RecordNumber.self) { request, _ in record.add(request) },
                .inline(CountNumbers.self) { request, _ in record.count(request) },
            ]
        )
        try await bus.run()
    }

    private static func pace(_ bus: MessageBus, inFlight: Int, perSecond: Int) async throws {
        let calls = PacedCalls(bus, inFlight: inFlight, perSecond: perSecond)
        Thread.detachNewThread {
            while readLine() != nil {}
            calls.stop()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bus.run() }
            let (results, recorded) = try await calls.run()
            print("RESULT \(results.answered) \(results.explained)")
            group.cancelAll()
            let isGood = results.wrong == 0 && recorded.doubled == 0 && recorded.recorded >= results.answered
            guard !isGood else { return }
            print("wrong \(results.wrong), recorded \(recorded.recorded), more than once \(recorded.doubled)")
            exit(1)
        }
    }

    private static func measure(_ bus: MessageBus, _ load: Load) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await bus.run() }
            let result = try await load.run(on: bus)
            print("RESULT \(result.perSecond) \(result.medianMicroseconds) \(result.requests)")
            group.cancelAll()
        }
    }
}

extension Load {
    static func echoes(inFlight: Int, payloadBytes: Int, seconds: Int) -> Load {
        let quote = UInt8(ascii: "\"")
        let payload = [quote] + [UInt8](repeating: UInt8(ascii: "x"), count: payloadBytes - 2) + [quote]
        return Load(
            method: Echo.method,
            payload: payload,
            principal: nil,
            inFlight: inFlight,
            seconds: seconds,
            isAnswer: { $0.count == payload.count }
        )
    }

    /// Plan requests for a calculator, which must answer each with a plan that fits.
    static func plans(inFlight: Int, path: String, seconds: Int) throws -> Load {
        Load(
            method: CalculatorPlan.method,
            payload: Array(try Data(contentsOf: URL(fileURLWithPath: path))),
            principal: Principal(user: .make(), roles: [.user], session: .make()),
            inFlight: inFlight,
            seconds: seconds,
            isAnswer: { (try? PayloadCoder.decodeReply(MealPlan.self, from: $0))?.fits == true }
        )
    }
}

/// A request that the worker returns: a JSON string, the least that must be decoded and encoded.
struct Echo: Contract {
    typealias Reply = Echo

    static let service = ServiceName(rawValue: "benchmark-0")
    static let method = Method("benchmark.echo", of: service, .read, .anyone)

    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
