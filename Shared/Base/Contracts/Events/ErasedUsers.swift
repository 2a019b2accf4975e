/// Returns which of the given users a service has erased.
///
/// Called by a service after a restore of its database, which may contain users erased since the backup.
package struct ErasedUsers: Codable, Sendable {
    /// Maximum number of users per request: about forty kilobytes.
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

    /// The method with which a service reports erased users.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).erased", of: service, .read, .services)
    }
}
