import Contracts
package import Storage

extension AuthService {
    /// What auth does with news of profiles: a sign-in tells the name that the profile now has.
    ///
    /// A name stays when the profile is lost, so nothing is forgotten before a reload.
    package static let followsProfile = EventFollower { event, transaction in
        guard event.type == .profileChanged else { return }
        try transaction.rename(event.subject, to: try event.data.decode(ProfileChanged.self).name)
    }
}
