import Contracts
package import Storage

extension AuthService {
    /// Every account, as its registration told it, but for what only the profile keeps.
    package static let snapshot = SnapshotSource(
        people: { after, limit, reader in try reader.users(after: after, limit: limit) },
        facts: { user, reader in
            guard let account = try reader.account(user) else { return [] }
            return [try .init(AccountCreated(name: account.name, profile: ProfileChange()))]
        }
    )
}
