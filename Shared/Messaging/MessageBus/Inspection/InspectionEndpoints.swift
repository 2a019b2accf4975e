import Contracts
import Observability

/// Identifies a service and the process that offers it.
struct ServiceIdentity: Sendable {
    let service: ServiceName
    let instance: String
    /// RFC 3339, UTC.
    let startedAt: String
    let capacity: Int
}

/// The metrics that the socket thread records for a service.
struct ServiceMetrics: Sendable {
    let inFlight: Int
    let methods: [MethodStats]
}

// All three run on the socket thread, so that they respond even if the process's tasks are stuck.
extension Endpoint {
    static func ping(_ identity: ServiceIdentity) -> Endpoint {
        inline(Ping.method(of: identity.service)) { (_: Ping, _: RequestContext) in
            Ping.Reply(service: identity.service)
        }
    }

    static func info(_ identity: ServiceIdentity, methods: [Method]) -> Endpoint {
        let reply = ServiceInfo.Reply(
            service: identity.service,
            instance: identity.instance,
            startedAt: identity.startedAt,
            methods: methods
        )
        return inline(ServiceInfo.method(of: identity.service)) { (_: ServiceInfo, _: RequestContext) in reply }
    }

    static func stats(_ identity: ServiceIdentity) -> Endpoint {
        let method = ServiceStats.method(of: identity.service)
        return Endpoint(
            method: method,
            handler: .metrics { payload, context, metrics in
                try authorise(method, context)
                _ = try PayloadCoder.decode(ServiceStats.self, from: payload)
                return try EncodedReply(
                    ServiceStats.Reply(
                        service: identity.service,
                        instance: identity.instance,
                        startedAt: identity.startedAt,
                        capacity: identity.capacity,
                        inFlight: metrics.inFlight,
                        methods: metrics.methods
                    )
                )
            }
        )
    }
}
