import Contracts
import HTTPTypes
import Hummingbird
import MessageBus
import Observability

/// Reports that the gateway is alive, and whether all services are ready.
struct HealthRoutes {
    /// The timeout of a ping, in milliseconds.
    private static let pingMs = 500

    let bus: MessageBus
    let endedSessions: EndedSessions

    func add(to table: inout RouteTable) throws {
        let (bus, endedSessions) = (bus, endedSessions)
        let liveness = try PayloadCoder.encode(Liveness())
        try table.handle(SpecialRoutes.isAlive) { _, _ in Forwarder.response(.ok, liveness, key: nil) }
        try table.handle(SpecialRoutes.isReady) { _, _ in
            let readiness = await Self.readiness(bus, endedSessions)
            let isReady = readiness.status == Readiness.readyState
            let status: HTTPResponse.Status = isReady ? .ok : .serviceUnavailable
            return Forwarder.response(status, try PayloadCoder.encode(readiness), key: nil)
        }
    }

    private static func readiness(_ bus: MessageBus, _ endedSessions: EndedSessions) async -> Readiness {
        let states = await withTaskGroup(of: (String, String).self) { group in
            for service in ServiceName.all {
                group.addTask {
                    (service.rawValue, await state(of: service, bus))
                }
            }
            return await group.reduce(into: [String: String]()) { $0[$1.0] = $1.1 }
        }
        return Readiness(services: states, isCaughtUp: endedSessions.isCaughtUp)
    }

    private static func state(of service: ServiceName, _ bus: MessageBus) async -> String {
        do throws(ServiceError) {
            _ = try await bus.call(Ping.method(of: service), Ping(), .own(timeoutMs: pingMs), as: Ping.Reply.self)
            return Readiness.readyState
        } catch {
            return error.code.rawValue
        }
    }
}
