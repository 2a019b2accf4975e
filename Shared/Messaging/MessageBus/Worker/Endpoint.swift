package import Contracts

/// One method that a worker handles: its contract and its handler.
package struct Endpoint: Sendable {
    /// The way in which a payload is answered with a reply.
    enum Handler: Sendable {
        /// Runs on the socket thread: pure, bounded, without I/O.
        case inline(@Sendable ([UInt8], RequestContext) throws -> EncodedReply)
        /// Runs in a task of its own.
        case task(@Sendable ([UInt8], RequestContext) async throws -> EncodedReply)
        /// Runs on the socket thread, with the service's metrics.
        case metrics(@Sendable ([UInt8], RequestContext, ServiceMetrics) throws -> EncodedReply)
    }

    package let method: Method
    let handler: Handler
    /// The reason why the rules of the request are faulty; nil, as a test proves for all contracts, if they are not.
    package let fault: RuleFault?

    init(method: Method, handler: Handler) {
        (self.method, self.handler, fault) = (method, handler, nil)
    }

    /// Finds the names of the fields in the request's rules.
    private init<Request: Contract>(_ type: Request.Type, _ handler: (Method, ResolvedRules<Request>) -> Handler) {
        method = Request.method
        let rules: ResolvedRules<Request>
        do {
            rules = try Request.rules.resolved()
        } catch {
            let found = error as? RuleFault ?? RuleFault("\(error)")
            self.handler = .inline { _, _ in throw ServiceError(.internalError, found.description) }
            fault = found
            return
        }
        self.handler = handler(Request.method, rules)
        fault = nil
    }

    /// Creates a method that is answered on the socket thread: only for pure and fast code without I/O, since
    /// everything else in the process waits for it.
    package static func inline<Request: Contract>(
        _ type: Request.Type,
        _ body: @escaping @Sendable (Request, RequestContext) throws -> Request.Reply
    ) -> Endpoint {
        Endpoint(type) { method, rules in
            .inline { payload, context in
                try authorise(method, context)
                let request = try PayloadCoder.decode(Request.self, from: payload)
                try rules.check(request)
                return try EncodedReply(body(request, context))
            }
        }
    }

    /// Creates such a method with a name that its request's type does not determine.
    static func inline<Request: Decodable & Sendable, Reply: Encodable & Sendable>(
        _ method: Method,
        _ body: @escaping @Sendable (Request, RequestContext) throws -> Reply
    ) -> Endpoint {
        Endpoint(
            method: method,
            handler: .inline { payload, context in
                try authorise(method, context)
                return try EncodedReply(body(try PayloadCoder.decode(Request.self, from: payload), context))
            }
        )
    }

    /// Creates a method that is answered in a task.
    package static func handle<Request: Contract>(
        _ type: Request.Type,
        _ body: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
    ) -> Endpoint {
        handle(type, admittedBy: { context in try checkRole(Request.method, context) }, body)
    }

    /// Creates such a method for a service that knows the roles of users better than their access tokens.
    ///
    /// - Parameters:
    ///   - type: The request.
    ///   - admits: Checks the role of the method, after the access and before the request is decoded.
    ///   - body: The handler.
    /// - Returns: The endpoint.
    package static func handle<Request: Contract>(
        _ type: Request.Type,
        admittedBy admits: @escaping @Sendable (RequestContext) async throws -> Void,
        _ body: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
    ) -> Endpoint {
        task(type, admittedBy: admits) { try EncodedReply(try await body($0, $1)) }
    }

    /// Creates a method that returns the reply as its service has stored it, without encoding it again.
    package static func write<Request: Contract>(
        _ type: Request.Type,
        _ body: @escaping @Sendable (Request, RequestContext) async throws -> WrittenReply<Request.Reply>
    ) -> Endpoint {
        task(type, admittedBy: { try checkRole(Request.method, $0) }, { try await body($0, $1).encoded })
    }

    private static func task<Request: Contract>(
        _ type: Request.Type,
        admittedBy admits: @escaping @Sendable (RequestContext) async throws -> Void,
        _ body: @escaping @Sendable (Request, RequestContext) async throws -> EncodedReply
    ) -> Endpoint {
        Endpoint(type) { method, rules in
            .task { payload, context in
                try checkAccess(method, context)
                try await admits(context)
                let request = try PayloadCoder.decode(Request.self, from: payload)
                try rules.check(request)
                return try await body(request, context)
            }
        }
    }

    /// Creates a method with a name that its request's type does not determine, such as the events of a service.
    package static func handle<Request: Decodable & Sendable, Reply: Encodable & Sendable>(
        _ method: Method,
        _ body: @escaping @Sendable (Request, RequestContext) async throws -> Reply
    ) -> Endpoint {
        Endpoint(
            method: method,
            handler: .task { payload, context in
                try authorise(method, context)
                let request = try PayloadCoder.decode(Request.self, from: payload)
                return try EncodedReply(try await body(request, context))
            }
        )
    }

    /// Checks the declared access and role, before a request is decoded.
    static func authorise(_ method: Method, _ context: RequestContext) throws(ServiceError) {
        try checkAccess(method, context)
        try checkRole(method, context)
    }

    private static func checkRole(_ method: Method, _ context: RequestContext) throws(ServiceError) {
        try context.principal?.require(method.role)
    }

    private static func checkAccess(_ method: Method, _ context: RequestContext) throws(ServiceError) {
        switch method.access {
        case .anyone: return
        case .user: _ = try context.user()
        case .services, .operator:
            guard context.principal == nil, !context.isExternal else {
                throw ServiceError(.forbidden, "\(method.name) is for Mealwire's own processes.")
            }
        }
    }
}
