import Auth
import Contracts
import TestSupport
import Testing

/// The log lines of security events.
@Suite struct SecurityLogTests {
    private static func count(_ code: String, _ auth: AuthFixture) -> Int {
        auth.log.lines.count { $0.metadata["code"] == code }
    }

    @Test func `each wrong password is logged, from the third on as a warning, without the e-mail address`()
        async throws
    {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            for _ in 0..<2 { await fail(auth) }
            #expect(Self.count("login.failed", auth) == 2)
            #expect(auth.log.warnings.isEmpty)
            for _ in 0..<8 { await fail(auth) }
            #expect(Self.count("login.failed", auth) == 9)
            #expect(Self.count("login.blocked", auth) == 1)
            #expect(auth.log.warnings.count == 8)
            #expect(auth.log.warnings.allSatisfy { $0.description.contains("\(user)") })
            #expect(!auth.log.contains(AuthFixture.email))
        }
    }

    @Test func `failures for an address without an account are logged with an unknown user`() async throws {
        try await AuthFixture.run { auth in
            for _ in 0..<3 { await fail(auth) }
            #expect(auth.log.warnings.count == 1)
            #expect(auth.log.warnings.allSatisfy { $0.description.contains("unknown") })
        }
    }

    @Test func `registrations, sign-ins and failures are logged with the client's address`() async throws {
        try await AuthFixture.run { auth in
            var body = RegistrationBody()
            body.client = "203.0.113.1"
            let user = try await auth.register(body).user.id
            _ = try await auth.login(from: "203.0.113.2")
            _ = try await refusal { _ = try await auth.login(password: "Wrong horse", from: "203.0.113.3") }
            let codes = ["registered", "login.succeeded", "login.failed"]
            for (number, code) in codes.enumerated() {
                let lines = auth.log.lines.filter { $0.metadata["code"] == code }
                #expect(lines.count == 1, "\(code)")
                #expect(lines.allSatisfy { "\($0)".contains("203.0.113.\(number + 1)") && "\($0)".contains("\(user)") })
            }
        }
    }

    @Test func `a forbidden request is logged`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let context = try await auth.context(of: session)
            let list = auth.service.recordingRefusals { (request: AuthAdminUsersList, context: RequestContext) in
                try await auth.service.users(request, context)
            }
            let code = try await refusal { _ = try await list(AuthAdminUsersList(), context) }
            #expect(code == .forbidden)
            #expect(Self.count("access.refused", auth) == 1)
            #expect(auth.log.warnings.first?.description.contains("auth.admin.users.list") == true)
        }
    }

    @Test func `the database decides on a role before the request is read, and a refusal is logged`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let context = try await auth.context(of: session)
            let admits = auth.service.admitting(AuthAdminUsersList.self)
            #expect(try await refusal { try await admits(context) } == .forbidden)
            #expect(Self.count("access.refused", auth) == 1)
            #expect(auth.log.warnings.first?.description.contains("auth.admin.users.list") == true)
            // The token is older than the role.
            try await auth.updateAsOperator(AuthFixture.email, grant: .staff)
            try await admits(context)
            _ = try await auth.service.logout(AuthLogout(), auth.context(of: session))
            #expect(try await refusal { try await admits(context) } == .unauthenticated)
            #expect(Self.count("access.refused", auth) == 1)
        }
    }

    @Test func `each event is logged once even if its request is repeated`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let other = try await auth.login()
            let context = try await auth.context(of: session, key: "1")
            for _ in 0..<2 { _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), context) }
            #expect(Self.count("sessions.ended", auth) == 1)
            #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == .unauthenticated)
            let last = try await auth.context(of: session, key: "2")
            for _ in 0..<2 { _ = try await auth.service.logout(AuthLogout(), last) }
            #expect(Self.count("sessions.ended", auth) == 2)
            try await auth.updateAsOperator(AuthFixture.email, disabled: true)
            await fail(auth, password: AuthFixture.password)
            try await auth.updateAsOperator(AuthFixture.email, disabled: false)
            let codes = ["user.disabled", "login.disabled", "user.enabled"]
            #expect(codes.map { Self.count($0, auth) } == [1, 1, 1])
        }
    }

    private func fail(_ auth: AuthFixture, password: String = "Wrong horse") async {
        await #expect(throws: ServiceError.self) { try await auth.login(password: password) }
    }
}
