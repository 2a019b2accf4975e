package import Contracts
package import Storage

extension AuthService {
    /// What an event of the profile service does here: a sign-in tells the name that the profile now has.
    package static func follow(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == .profileChanged else { return }
        try transaction.rename(event.subject, to: try event.data.decode(ProfileChanged.self).name)
    }
}
