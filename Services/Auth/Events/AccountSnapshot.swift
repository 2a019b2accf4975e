import Contracts
package import Storage

extension AuthService {
    /// The snapshot of all accounts: the data of their registration, except for what only the profile service stores.
    ///
    /// It includes users with a pending erasure, as long as some service may still store their data.
    package static let snapshot = SnapshotSource(
        people: { after, limit, reader in try reader.users(after: after, limit: limit) },
        facts: { user, reader in
            if try reader.isErasurePending(of: user) { return [try .init(AccountErased())] }
            guard let account = try reader.account(user) else { return [] }
            return [try .init(AccountCreated(name: account.name, profile: ProfileChange()))]
        }
    )
}
