package import Contracts

/// Checks that an instance of a service replies; every service has this method.
package struct Ping: Codable, Sendable {
    /// The service that replied.
    package struct Reply: Codable, Sendable {
        package var service: ServiceName

        package init(service: ServiceName) {
            self.service = service
        }
    }

    package init() {}

    /// The method for pinging a service.
    ///
    /// Open to any caller: the reply contains nothing but the requested name.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).ping", of: service, .read, .anyone)
    }
}

/// Describes an instance of a service and its methods; every service has this method.
package struct ServiceInfo: Codable, Sendable {
    package struct Reply: Codable, Sendable {
        package var service: ServiceName
        /// The process that replied.
        package var instance: String
        package var version: String
        /// The start of the process; RFC 3339, UTC.
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

    /// The method with which a service describes itself.
    ///
    /// For Mealwire's own processes only: versions and process names are of no use to users, but of use to attackers.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).info", of: service, .read, .services)
    }
}

/// The fixed properties of a method, for messages.
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
