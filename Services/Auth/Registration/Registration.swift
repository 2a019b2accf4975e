import Calendar
package import Contracts
import Foundation
import JSONCoding
import Storage

extension AuthService {
    private static let secondsPerDay = 86_400

    /// Creates an account and signs in.
    ///
    /// A repetition with the same idempotency key signs in again, because tokens are never stored.
    package func register(_ request: AuthRegister, _ context: RequestContext) async throws -> Session {
        let nowS = self.nowS
        let registration = try Registration(
            request,
            commonPasswords,
            today: PlainDate(dayNumber: nowS / Self.secondsPerDay)
        )
        let invitation = try await invitation(of: registration)
        let client = NetworkClient(request.client, context)
        if let seconds = registrationLimiter.blockedForS(client, at: nowS) {
            throw ServiceError(
                .tooManyRequests,
                "Too many accounts were created from your network address; try again later.",
                params: ["retryAfterSeconds": "\(seconds)"]
            )
        }
        let account = Account(
            id: .make(),
            email: registration.email.text,
            name: registration.name,
            passwordHash: try await passwords.hash(
                registration.password,
                for: .client(client.text),
                before: context.deadline
            ),
            roles: [.user],
            // The event of the profile comes later than the first mail.
            language: registration.profile.language.value
        )
        let signIn = SignIn(account: account, session: .make(), token: .make())
        let (lifetimes, device, requiresEmailConfirmation) = (
            self.lifetimes, Device.name(of: request.device), settings.requiresEmailConfirmation
        )
        let registered = try await store.writeIdempotently(registration.identity, context) { transaction in
            if let invitation, try !transaction.useInvitation(invitation, at: nowS) { throw Self.invalidInvitation }
            guard try transaction.insert(account, at: nowS) else {
                throw ServiceError(
                    .conflict,
                    "This e-mail address has an account already; sign in instead.",
                    params: ["field": "email"]
                )
            }
            try transaction.begin(signIn, on: device, lifetimes, at: nowS)
            if requiresEmailConfirmation {
                try transaction.enqueue(OutgoingMail(account: account.id, kind: .addressConfirmation), at: nowS)
            }
            try transaction.emit(AccountCreated(name: account.name, profile: registration.profile), of: account.id)
            return account.id
        }
        guard registered == account.id else { return try await repeated(registration, on: device, client, context) }
        security.record(.registered(user: account.id, session: signIn.session), context, client)
        return try await issue(signIn)
    }

    private func repeated(
        _ registration: Registration,
        on device: String?,
        _ client: NetworkClient,
        _ context: RequestContext
    ) async throws -> Session {
        let attempt = LoginRequest(
            email: registration.email.text,
            password: registration.password,
            device: device,
            client: client
        )
        do {
            return try await issue(try await signIn(attempt, context))
        } catch let error as ServiceError where error.code == .wrongCredentials {
            throw ServiceError(.conflict, "This idempotency key was used with another request before.")
        }
    }
}

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

/// A validated registration.
struct Registration: Sendable {
    let email: EmailAddress
    let name: String
    let password: String
    let invitation: String?
    let profile: ProfileChange

    /// Validates what the rules of the contract cannot.
    ///
    /// - Throws: `invalid` for a common password, an age that the birth date gives, or an unknown time zone.
    init(
        _ request: AuthRegister,
        _ commonPasswords: CommonPasswords,
        today: PlainDate
    ) throws(ServiceError) {
        let profile = request.profile.trimmed
        let name = request.name.trimmingWhiteSpace.precomposedStringWithCanonicalMapping
        guard let email = EmailAddress(request.email) else {
            throw .invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        try commonPasswords.refuse(request.password)
        let errors = ProfileRules.errors(in: profile, today: today) { TimeZone(identifier: $0) != nil }
        guard errors.isEmpty else { throw .invalid(errors) }

        self.email = email
        self.name = name
        password = request.password
        invitation = request.invitation
        self.profile = profile
    }

    /// Distinguishes a repetition from another registration under the same idempotency key.
    ///
    /// It leaves out the password, because the database would store a fast hash of it. A repetition proves the password
    /// by signing in.
    var identity: Identity {
        Identity(email: email.text, name: name, invitation: invitation, profile: profile)
    }

    struct Identity: Contract {
        typealias Reply = UserID

        static var method: Contracts.Method { AuthRegister.method }

        var email: String
        var name: String
        var invitation: String?
        var profile: ProfileChange
    }
}
