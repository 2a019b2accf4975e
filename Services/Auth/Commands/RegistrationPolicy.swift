import Contracts
import FoundationEssentials
import Storage

/// Checks whether a registration is allowed, before the expensive password hash.
extension AuthService {
    /// Returns the hash of the invitation that a registration uses; nil where none is needed.
    ///
    /// A used-up invitation passes here and is refused in the transaction: the reply to a registration that used it may
    /// have been lost.
    ///
    /// - Throws: `registrationClosed`, or `invitationNeeded` without an invitation that was ever created.
    func invitation(of registration: Registration) async throws -> Data? {
        switch settings.registration {
        case .open: return nil
        case .closed: throw ServiceError(.registrationClosed, "This server does not accept new accounts.")
        case .invitation:
            guard let code = registration.invitation else {
                throw ServiceError(
                    .invitationNeeded,
                    "New accounts on this server need an invitation; ask one of its users for a code.",
                    params: ["reason": "missing"]
                )
            }
            guard let hash = Self.hash(ofInvitation: code), try await store.read({ try $0.isInvitation(hash) }) else {
                throw Self.invalidInvitation
            }
            return hash
        }
    }

    static let invalidInvitation = ServiceError(
        .invitationNeeded,
        "This invitation does not exist, has been used, or has expired; ask for another one.",
        params: ["reason": "void"]
    )
}
