package import Contracts
import Storage

extension AuthService {
    private static let secondsPerDay = 86_400

    /// Creates an account and signs in.
    ///
    /// A repetition with the same idempotency key signs in again, because tokens are never stored.
    package func register(_ request: AuthRegister, _ context: RequestContext) async throws -> Session {
        let nowS = self.nowS
        let registration = try Registration(request, today: PlainDate(dayNumber: nowS / Self.secondsPerDay))
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
            roles: [.user]
        )
        let signIn = SignIn(account: account, session: .make(), token: .make())
        let (lifetimes, device, requiresEmailConfirmation) = (
            self.lifetimes, Device.name(of: request.device), settings.requiresEmailConfirmation
        )
        let registered = try await store.once(registration.identity, context) { transaction in
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
