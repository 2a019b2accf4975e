import Auth
import Calendar
import Contracts
import FoundationEssentials
import JSONCoding
import TestSupport
import Testing

@Suite struct RegistrationTests {
    @Test func `a registration signs in with the role user`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            #expect(session.user.email == "ann@example.org")
            #expect(session.user.name == "Ann Example")
            #expect(session.user.roles == [.user])
            // The gateway sets this field.
            #expect(session.profileMissing == nil)
            let expiry = Timestamp.text(auth.clock.now.addingTimeInterval(15 * 60))
            #expect(session.accessTokenExpiresAt == expiry)
        }
    }

    @Test func `a registration publishes one event with the profile fields`() async throws {
        try await AuthFixture.run { auth in
            let body = RegistrationBody(sex: "female", heightCm: 171)
            let session = try await auth.register(body, key: "once")
            try await auth.register(body, key: "once")
            let events = try await auth.events()
            let event = try #require(events.first)
            #expect(events.count == 1)
            #expect(event.type == AccountCreated.type)
            #expect(event.subject == session.user.id)
            let payload = try event.data.decode(AccountCreated.self)
            #expect(payload.name == "Ann Example")
            #expect(payload.profile.sex == .set(.female))
            #expect(payload.profile.heightCm == .set(171))
            #expect(payload.profile.name == .unchanged)
        }
    }

    @Test func `a repeated key returns the same account with new tokens`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register(key: "key")
            let second = try await auth.register(key: "key")
            #expect(first.user == second.user)
            #expect(first.refreshToken != second.refreshToken)
            #expect(first.accessToken != second.accessToken)
            #expect(try await auth.refusal(ofRefreshing: first.refreshToken) == nil)
            #expect(try await auth.refusal(ofRefreshing: second.refreshToken) == nil)
        }
    }

    @Test func `a repeated key with another password or name is a conflict`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register(key: "key")
            for body in [RegistrationBody(password: "Another horse"), RegistrationBody(name: "Bob Example")] {
                let error = await #expect(throws: ServiceError.self) { try await auth.register(body, key: "key") }
                #expect(error?.code == .conflict)
            }
        }
    }

    @Test func `five concurrent registrations with one key create one account`() async throws {
        try await AuthFixture.run { auth in
            let users = try await withThrowingTaskGroup(of: UserID.self) { group in
                for _ in 0..<5 { group.addTask { try await auth.register(key: "key").user.id } }
                return try await group.reduce(into: [UserID]()) { $0.append($1) }
            }
            #expect(users.count == 5)
            #expect(Set(users).count == 1)
            #expect(try await auth.events().count == 1)
        }
    }

    @Test(arguments: ["ann@example.org", " ANN@Example.ORG\n"])
    func `a taken address is a conflict that names the field`(email: String) async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let body = RegistrationBody(email: email, password: "Another horse")
            let error = await #expect(throws: ServiceError.self) { try await auth.register(body, key: "other") }
            #expect(error?.code == .conflict)
            #expect(error?.params == ["field": "email"])
            #expect(try await auth.events().count == 1)
        }
    }

    @Test func `addresses are compared trimmed, in lower case and in NFC`() async throws {
        try await AuthFixture.run { auth in
            // The first é is one Unicode scalar, the second one consists of two.
            let session = try await auth.register(RegistrationBody(email: "\u{C9}lan@Example.org "))
            #expect(Array(session.user.email.unicodeScalars) == Array("\u{E9}lan@example.org".unicodeScalars))
            let again = try await auth.login(email: "  e\u{301}LAN@example.org")
            #expect(again.user == session.user)
        }
    }

    @Test func `the status of an address shows whether it has an account`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let known = try await auth.service.emailStatus(AuthEmailStatus(email: "Ann@example.org "), .test())
            let unknown = try await auth.service.emailStatus(AuthEmailStatus(email: "bob@example.org"), .test())
            #expect(known.registered)
            #expect(!unknown.registered)
            let error = await #expect(throws: ServiceError.self) {
                try await auth.service.emailStatus(AuthEmailStatus(email: "nobody"), .test())
            }
            #expect(error?.details.map(\.field) == ["email"])
        }
    }

    @Test func `all broken rules are reported at once`() async throws {
        try await AuthFixture.run { auth in
            let body = RegistrationBody(
                email: "ann",
                password: "short",
                passwordConfirmation: "longer",
                name: " Ann ",
                heightCm: 1_000,
                timeZone: "Nowhere/City"
            )
            let error = await #expect(throws: ServiceError.self) { try await auth.register(body) }
            #expect(error?.code == .invalid)
            #expect(
                error?.details.map { "\($0.field) \($0.code)" } == [
                    "email wrongFormat", "name tooShort", "password tooShort", "password wrongFormat",
                    "passwordConfirmation mismatch", "heightCm outOfRange",
                ]
            )
            // The rules know no time zones: auth checks them once the rules are satisfied.
            let zone = await #expect(throws: ServiceError.self) {
                try await auth.register(RegistrationBody(timeZone: "Nowhere/City"))
            }
            #expect(zone?.details.map { "\($0.field) \($0.code)" } == ["timeZone notAllowed"])
            let events = try await auth.events()
            #expect(events.isEmpty)
        }
    }

    @Test(arguments: [
        "1234567A", "Пароль з пробілами", "Abcdefgh" + String(repeating: "x", count: 120),
    ])
    func `a password that satisfies the rules is accepted, and signs in`(password: String) async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register(RegistrationBody(password: password))
            #expect(try await auth.login(password: password).user == session.user)
        }
    }

    @Test(arguments: [
        ("123456A", FieldError.Code.tooShort), ("seven 7 badgers", .wrongFormat), ("Password1", .tooCommon),
        ("qwertYuiop", .tooCommon), ("Wonderwoman", .tooCommon), ("Anna12345", .tooCommon),
        ("A" + String(repeating: "b", count: 128), .tooLong),
    ])
    func `a password that breaks a rule is refused`(password: String, code: FieldError.Code) async throws {
        try await AuthFixture.run { auth in
            let error = await #expect(throws: ServiceError.self) {
                try await auth.register(RegistrationBody(password: password))
            }
            #expect(error?.details.map(\.field) == ["password"])
            #expect(error?.details.map(\.code) == [code])
        }
    }

    @Test(arguments: [
        "", "ann", "@example.org", "ann@", "ann@example", "ann@@example.org", "an n@example.org", "ann@exam ple.org",
        ".ann@example.org", "ann..b@example.org", "ann@-example.org", "ann@example..org", "ann@192.168.0.1",
        String(repeating: "a", count: 65) + "@example.org", "ann@" + String(repeating: "a.", count: 130) + "org",
    ])
    func `a malformed address is refused`(email: String) async throws {
        try await AuthFixture.run { auth in
            let error = await #expect(throws: ServiceError.self) {
                try await auth.register(RegistrationBody(email: email))
            }
            #expect(error?.details.map(\.field) == ["email"])
        }
    }

    @Test(arguments: ["a+b.c@sub.example.org", "o'hara@example.co", "ганна@приклад.укр", "x@xn--e1afmkfd.net"])
    func `addresses of all scripts are accepted`(email: String) async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register(RegistrationBody(email: email))
            #expect(session.user.email == email)
        }
    }
}
