package import Contracts
import Observability

/// The position of a method in the tables of a process: the index of its service, and its index there.
struct MethodPosition: Sendable {
    let service: Int
    let method: Int
}

/// A service that this process offers, with the metrics of its methods.
///
/// Only the socket thread writes and reads it, so it needs no lock.
struct CountedService {
    private struct CountedMethod {
        let endpoint: Endpoint
        var requests = 0
        var errors = 0
        /// Updated for errors only, which are rare.
        var errorsByCode: [ErrorCode: Int] = [:]
        var inFlight = 0
        var totalNs: UInt64 = 0
        var lastNs: UInt64 = 0
        var maximumNs: UInt64 = 0
    }

    let name: ServiceName
    let capacity: Int
    private(set) var inFlight = 0
    private let positions: [String: Int]
    private var methods: [CountedMethod]
    /// The histograms of the methods' durations, one method's buckets after the other's.
    private var times: [UInt64]
    /// The number of the service's own methods; the inspection methods follow.
    private let ownCount: Int

    init(_ service: ServedService) {
        name = service.name
        capacity = service.capacity
        methods = (service.endpoints + service.inspection).map { CountedMethod(endpoint: $0) }
        times = [UInt64](repeating: 0, count: methods.count * Buckets.timesCount)
        ownCount = service.endpoints.count
        let names = methods.enumerated().map { ($1.endpoint.method.name, $0) }
        positions = Dictionary(names) { first, _ in first }
    }

    /// Whether it has capacity for another request.
    var hasRoom: Bool { inFlight < capacity }

    func position(of method: String) -> Int? { positions[method] }

    /// Returns whether the bytes are the service's name.
    func isNamed(_ bytes: UnsafeRawBufferPointer) -> Bool { unsafe name.rawValue.utf8.elementsEqual(bytes) }

    func handler(_ position: Int) -> Endpoint.Handler { methods[position].endpoint.handler }

    func methodName(_ position: Int) -> String { methods[position].endpoint.method.name }

    /// Records the start of a request in a task.
    mutating func recordStart(_ position: Int) {
        inFlight += 1
        methods[position].inFlight += 1
    }

    /// Records the end of a request in a task.
    mutating func recordEnd(_ position: Int, spentNs: UInt64, error: ErrorCode?) {
        inFlight -= 1
        methods[position].inFlight -= 1
        record(position, spentNs: spentNs, error: error)
    }

    /// Records a finished request.
    mutating func record(_ position: Int, spentNs: UInt64, error: ErrorCode?) {
        methods[position].requests += 1
        if let error {
            methods[position].errors += 1
            methods[position].errorsByCode[error, default: 0] += 1
        }
        methods[position].totalNs += spentNs
        methods[position].lastNs = spentNs
        if spentNs > methods[position].maximumNs { methods[position].maximumNs = spentNs }
        times[position * Buckets.timesCount + Buckets.index(ofNanoseconds: spentNs)] += 1
    }

    /// The metrics of the service's own methods.
    ///
    /// Inspection methods are excluded, since reading them would change the result.
    var metrics: ServiceMetrics {
        let stats = methods.prefix(ownCount).map { method in
            let hasAnswered = method.requests > 0
            return MethodStats(
                name: method.endpoint.method.name,
                requests: method.requests,
                errors: method.errors,
                inFlight: method.inFlight,
                totalUs: Int(method.totalNs / 1_000),
                lastUs: hasAnswered ? Int(method.lastNs / 1_000) : nil,
                maximumUs: hasAnswered ? Int(method.maximumNs / 1_000) : nil
            )
        }
        return ServiceMetrics(inFlight: inFlight, methods: stats)
    }

    /// The metrics for Prometheus: durations by bucket and errors by code, of the methods that were called.
    var offered: OfferedServiceMetrics {
        let called = (0..<ownCount).filter { methods[$0].requests > 0 }
        return OfferedServiceMetrics(
            service: name,
            capacity: capacity,
            inFlight: inFlight,
            methods: called.map { position in
                MethodMetrics(
                    name: methodName(position),
                    times: Array(times[position * Buckets.timesCount..<(position + 1) * Buckets.timesCount]),
                    totalNs: methods[position].totalNs,
                    errors: methods[position].errorsByCode
                )
            }
        )
    }
}

/// The metrics of a process under one of its service names.
package struct OfferedServiceMetrics: Sendable {
    package let service: ServiceName
    package let capacity: Int
    package let inFlight: Int
    package let methods: [MethodMetrics]
}

/// The metrics of one method of a process.
package struct MethodMetrics: Sendable {
    package let name: String
    /// The histogram of its durations; see ``Buckets``.
    package let times: [UInt64]
    package let totalNs: UInt64
    /// Requests that were answered with an error, by error code.
    package let errors: [ErrorCode: Int]
}
