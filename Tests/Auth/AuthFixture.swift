import Auth
import Contracts
import FoundationEssentials
import QueryPlans
import Storage
import TestSupport
import Testing

/// An auth service with its own database and a clock that the test controls.
struct AuthFixture: Sendable {
    static let email = "ann@example.org"
    static let password = "Correct horse"
    /// Shared by all fixtures, so that a restarted service finds the same key.
    static let sealingKey = SealingKey.make()

    let directory: TemporaryDirectory
    let store: Store
    let service: AuthService
    let clock: TestClock
    let log: LogRecorder

    /// Runs a test on a new database, and removes the database afterwards.
    static func run(
        _ settings: AuthSettings = .quick,
        _ body: (AuthFixture) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        // Whole seconds of today, because JWTKit checks tokens against the real time.
        let clock = TestClock(Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
        let log = LogRecorder()
        let (path, logger) = (directory.file("auth.sqlite"), log.logger)
        try await queryPlans.withStore(at: path, migrations: AuthSchema.migrations, logger: logger) { store, _ in
            let service = try await AuthService.start(
                store: store,
                settings: settings,
                sealingKey: Self.sealingKey,
                logger: logger,
                securityLogger: logger,
                now: { clock.now }
            )
            try await body(AuthFixture(directory: directory, store: store, service: service, clock: clock, log: log))
        }
    }

    /// Starts another service on the same database, as after a restart with other settings.
    func restarted(_ settings: AuthSettings = .quick) async throws -> AuthService {
        let clock = clock
        return try await AuthService.start(
            store: store,
            settings: settings,
            sealingKey: Self.sealingKey,
            logger: log.logger,
            securityLogger: log.logger,
            now: { clock.now }
        )
    }

    @discardableResult
    func register(_ body: RegistrationBody = RegistrationBody(), key: String? = nil) async throws -> Session {
        try await service.register(try body.request.checked(), .test(key: key))
    }

    func login(
        email: String = email,
        password: String = password,
        on device: String? = nil,
        deviceToken: String? = nil,
        from client: String? = nil
    ) async throws -> Session {
        let request = AuthLogin(
            email: email,
            password: password,
            device: device,
            deviceToken: deviceToken,
            client: client
        )
        return try await service.login(request, .test())
    }

    /// Returns the context of a request in a session.
    func context(of session: Session, key: String? = nil) async throws -> RequestContext {
        let claims = try await verified(session).claims
        return .test(key: key, principal: Principal(user: claims.sub, roles: claims.roles, session: claims.sid))
    }

    func sessions(
        _ session: Session,
        limit: Int? = nil,
        cursor: SessionID? = nil
    ) async throws -> AuthSessionsList.Reply {
        let request = AuthSessionsList(limit: limit, cursor: cursor)
        return try await service.sessions(request.checked(), try await context(of: session))
    }

    func refresh(_ token: String) async throws -> Session {
        try await service.refresh(AuthRefresh(refreshToken: token), .test())
    }

    /// Returns the error code of a refresh; nil if it succeeds.
    func refusal(ofRefreshing token: String) async throws -> ErrorCode? {
        do {
            _ = try await refresh(token)
            return nil
        } catch let error as ServiceError {
            return error.code
        }
    }

    /// Returns all published events.
    func events() async throws -> [Event] {
        try await store.events(since: EventsSince(epoch: nil, sequence: 0), source: .auth).events
    }
}

extension AuthSettings {
    /// Settings with the cheapest password hash.
    static var quick: AuthSettings {
        var settings = AuthSettings()
        settings.passwordCost = PasswordHasher.Cost(memoryMiB: 1, passes: 1)
        return settings
    }
}

/// The JSON body of a registration.
struct RegistrationBody: Encodable {
    var email = AuthFixture.email
    var password = AuthFixture.password
    var passwordConfirmation: String?
    var name = "Ann Example"
    var sex: String?
    var heightCm: Double?
    var timeZone: String?
    var language: String?
    var device: String?
    var invitation: String?
    var client: String?

    private enum CodingKeys: String, CodingKey {
        case email
        case password
        case passwordConfirmation
        case name
        case sex
        case heightCm
        case timeZone
        case language
        case device
        case invitation
        case client
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(email, forKey: .email)
        try container.encode(password, forKey: .password)
        try container.encode(passwordConfirmation ?? password, forKey: .passwordConfirmation)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(sex, forKey: .sex)
        try container.encodeIfPresent(heightCm, forKey: .heightCm)
        try container.encodeIfPresent(timeZone, forKey: .timeZone)
        try container.encodeIfPresent(language, forKey: .language)
        try container.encodeIfPresent(device, forKey: .device)
        try container.encodeIfPresent(invitation, forKey: .invitation)
        try container.encodeIfPresent(client, forKey: .client)
    }

    var request: AuthRegister {
        get throws { try PayloadCoder.decode(AuthRegister.self, from: try PayloadCoder.encode(self)) }
    }
}

extension RequestContext {
    static func test(
        key: String? = nil,
        principal: Principal? = nil,
        isExternal: Bool = false
    ) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: principal,
            idempotencyKey: key,
            deadline: .after(milliseconds: 60_000),
            traceparent: nil,
            isExternal: isExternal
        )
    }
}
