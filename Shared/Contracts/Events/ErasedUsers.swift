/// Which of some users a service has erased: asked by one that may hold them again, because its database was restored
/// from before their erasure.
package struct ErasedUsers: Codable, Sendable {
    /// Users in one question: some forty kilobytes.
    package static let usersMax = 1_000

    package struct Reply: Codable, Sendable {
        package var users: [UserID]

        package init(users: [UserID]) {
            self.users = users
        }
    }

    package var users: [UserID]

    package init(users: [UserID]) {
        self.users = users
    }

    /// The method under which a service tells whom it has erased.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).erased", of: service, .read, .services)
    }
}
