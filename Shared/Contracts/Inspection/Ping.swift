/// Whether an instance of a service is there and answers; every service has this for nothing.
package struct Ping: Codable, Sendable {
    /// Who answered.
    package struct Reply: Codable, Sendable {
        package var service: ServiceName

        package init(service: ServiceName) {
            self.service = service
        }
    }

    package init() {}

    /// The method under which a service is pinged.
    ///
    /// Anybody may: the answer holds nothing but the name that was asked for.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).ping", of: service, .read, .anyone)
    }
}
