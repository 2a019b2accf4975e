/// What an instance of a service is, and which methods it answers; every service has this for nothing.
package struct ServiceInfo: Codable, Sendable {
    package struct Reply: Codable, Sendable {
        package var service: ServiceName
        /// Which process answered.
        package var instance: String
        package var version: String
        /// When the process started: RFC 3339, UTC.
        package var startedAt: String
        package var methods: [MethodInfo]

        package init(service: ServiceName, instance: String, startedAt: String, methods: [Method]) {
            self.service = service
            self.instance = instance
            self.version = Release.version
            self.startedAt = startedAt
            self.methods = methods.map(MethodInfo.init)
        }
    }

    package init() {}

    /// The method under which a service tells what it is.
    ///
    /// For own processes only: versions and names of processes help nobody who is signed in, but somebody who looks for
    /// a weak spot.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).info", of: service, .read, .services)
    }
}

/// What is fixed about a method, as it travels.
package struct MethodInfo: Codable, Sendable, Equatable {
    package var name: String
    package var effect: Method.Effect
    package var access: Method.Access
    package var timeoutMs: Int

    package init(_ method: Method) {
        name = method.name
        effect = method.effect
        access = method.access
        timeoutMs = method.timeoutMs
    }
}
