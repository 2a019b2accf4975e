import Contracts
import Observability

extension ContractModel {
    /// Records the contracts of this version.
    ///
    /// - Parameters:
    ///   - requestHeader: The header before a request's payload; declared in MessageBus.
    ///   - replyHeader: The header before a reply's payload.
    /// - Returns: All contracts between processes of this version, and its HTTP interface.
    /// - Throws: `ShapeRecorder.Refusal` for a type that cannot be recorded.
    package static func current(
        requestHeader: (some Decodable).Type,
        replyHeader: (some Decodable).Type
    ) throws -> ContractModel {
        var collector = OperationCollector()
        for contract in API.contracts { try collector.add(contract) }
        for service in API.publishers {
            try collector.add(EventsSince.method(of: service), EventsSince.self, EventsSince.Reply.self)
            try collector.add(Snapshot.method(of: service), Snapshot.self, Snapshot.Reply.self)
            try collector.add(ErasedUsers.method(of: service), ErasedUsers.self, ErasedUsers.Reply.self)
        }
        for service in ExportPage.services {
            try collector.add(ExportPage.method(of: service), ExportPage.self, ExportPage.Reply.self)
        }
        try collector.add(BrokerStatus.method, BrokerStatus.self, BrokerStatus.Reply.self)
        for service in ServiceName.reserved {
            try collector.add(Ping.method(of: service), Ping.self, Ping.Reply.self)
            try collector.add(ServiceInfo.method(of: service), ServiceInfo.self, ServiceInfo.Reply.self)
            try collector.add(ServiceStats.method(of: service), ServiceStats.self, ServiceStats.Reply.self)
        }
        let recorder = collector.recorder
        let frame = Frame(
            requestHeader: try recorder.shape(of: requestHeader),
            replyHeader: try recorder.shape(of: replyHeader),
            error: try recorder.shape(of: ServiceError.self),
            event: try recorder.shape(of: Event.self),
            beacon: try recorder.shape(of: Beacon.self)
        )
        let events = try API.events.map { ($0.type.rawValue, try recorder.shape(of: $0)) }
        return ContractModel(
            methods: collector.methods,
            events: Dictionary(uniqueKeysWithValues: events),
            frame: frame,
            types: recorder.types,
            http: HTTPInterface(try HTTPModel.current())
        )
    }
}

/// Collects methods with their requests and replies.
private struct OperationCollector {
    let recorder = ShapeRecorder()
    var methods: [String: ContractModel.Operation] = [:]

    mutating func add<Request: Contract>(_ contract: Request.Type) throws {
        try add(contract.method, contract, Request.Reply.self)
    }

    mutating func add<Request: Decodable, Reply: Decodable>(
        _ method: Contracts.Method,
        _ request: Request.Type,
        _ reply: Reply.Type
    ) throws {
        methods[method.name] = ContractModel.Operation(
            service: method.service,
            effect: method.effect,
            access: method.access,
            timeoutMs: method.timeoutMs,
            request: try recorder.shape(of: request),
            reply: try recorder.shape(of: reply)
        )
    }
}
