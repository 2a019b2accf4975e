import Contracts
package import Storage

extension AuthService {
    /// Every account, as its registration told it, but for what only the profile keeps; and who has left, as long as some
    /// service may still know them.
    package static let snapshot = SnapshotSource(
        people: { after, limit, reader in try reader.users(after: after, limit: limit) },
        facts: { user, reader in
            if try reader.isErasurePending(of: user) { return [try .init(AccountErased())] }
            guard let account = try reader.account(user) else { return [] }
            return [try .init(AccountCreated(name: account.name, profile: ProfileChange()))]
        }
    )
}
