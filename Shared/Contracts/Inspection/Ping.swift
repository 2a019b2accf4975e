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
