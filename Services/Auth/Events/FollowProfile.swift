import Contracts
import FoundationEssentials
package import Storage

extension AuthService {
    /// What auth does with news of profiles: a sign-in tells the name that the profile now has.
    ///
    /// A name stays when the profile is lost, so nothing is forgotten before a reload. An account that comes back with a
    /// backup of auth goes again when the profile service says that it erased that user.
    package static let followsProfile = EventFollower { event, transaction in
        guard event.type == .profileChanged else { return }
        try transaction.rename(event.subject, to: try event.data.decode(ProfileChanged.self).name)
    } erase: { user, transaction in
        try transaction.eraseAccount(of: user, at: Int(Date().timeIntervalSince1970))
    } people: { after, limit, reader in
        try reader.users(after: after, limit: limit)
    }
}

extension SQLTransaction {
    /// Removes an account, and has every other service erase what it keeps about its user.
    func eraseAccount(of user: UserID, at nowS: Int) throws {
        guard let account = try reader.account(user) else { return }
        // The erasure itself is the news that has gateways ask for them.
        try keepEnded(try reader.sessionsWithTokens(of: user, but: nil, at: nowS), at: nowS)
        try remove(account)
        try forgetMailRequests(of: account)
        try keep(PendingErasure(user: user, sequence: try emit(AccountErased(), of: user)))
    }
}
