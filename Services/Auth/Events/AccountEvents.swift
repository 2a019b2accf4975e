import Contracts
import FoundationEssentials
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

extension AuthService {
    /// Applies events of the profile service: a sign-in returns the name of the present profile, and mail is in its
    /// language.
    ///
    /// Both stay if a profile is lost, so nothing is deleted before a reload. A restored backup of auth may
    /// contain accounts that were erased. Auth erases them again when the profile service reports their erasure.
    package static let profileSubscriber = EventSubscriber { event, transaction in
        guard event.type == ProfileChanged.type else { return }
        try transaction.apply(try event.data.decode(ProfileChanged.self), to: event.subject)
    } erase: { user, transaction in
        try transaction.eraseAccount(of: user, at: Int(Date().timeIntervalSince1970))
    } people: { after, limit, reader in
        try reader.users(after: after, limit: limit)
    }
}
