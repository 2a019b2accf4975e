import Auth
import Contracts
import ServiceKit
import Testing

/// Sign-in without a password, on demonstrations alone.
@Suite struct DemoAccountsTests {
    private var demo: AuthSettings {
        var settings = AuthSettings.quick
        settings.isDemo = true
        return settings
    }

    private func signIn(_ service: AuthService, _ account: String = "anna") async throws -> Session {
        try await service.loginDemo(AuthLoginDemo(account: account).checked(), .test())
    }

    private func refusal(_ service: AuthService, _ account: String = "anna") async -> ErrorCode? {
        await #expect(throws: ServiceError.self) { _ = try await signIn(service, account) }?.code
    }

    private func accounts(_ service: AuthService) -> [DemoAccount]? {
        service.registrationMode(AuthRegistration(), .test()).demoAccounts
    }

    @Test func `a server without the setting has no demo accounts and refuses the sign-in`() async throws {
        try await AuthFixture.run { auth in
            try await auth.service.prepareDemo()
            #expect(accounts(auth.service) == nil)
            #expect(await refusal(auth.service) == .forbidden)
            // Its users may have any address.
            try await auth.register(RegistrationBody())
            #expect(await refusal(auth.service) == .forbidden)
        }
    }

    @Test func `a demonstration signs in as each of its accounts, and as no other`() async throws {
        try await AuthFixture.run(demo) { auth in
            try await auth.service.prepareDemo()
            #expect(accounts(auth.service)?.map(\.name) == ["Anna", "Bohdan", "Chaiya"])
            for account in DemoAccount.all {
                let session = try await signIn(auth.service, account.account)
                #expect(session.user.name == account.name)
                #expect(session.user.roles == [.user])
            }
            try await auth.register()
            #expect(await refusal(auth.service, AuthFixture.email) == .notFound)
        }
    }

    @Test func `the accounts of a demonstration have no known password`() async throws {
        try await AuthFixture.run(demo) { auth in
            try await auth.service.prepareDemo()
            for password in ["", "anna", "Anna", AuthFixture.password] {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await auth.login(email: DemoAccount.all[0].email, password: password)
                }
                #expect(error?.code == .wrongCredentials)
            }
        }
    }

    @Test func `a second start keeps the accounts, and a start without the setting refuses the sign-in`() async throws {
        try await AuthFixture.run(demo) { auth in
            try await auth.service.prepareDemo()
            let first = try await signIn(auth.service).user.id
            try await auth.register()
            let again = try await auth.restarted(demo)
            try await again.prepareDemo()
            #expect(try await signIn(again).user.id == first)
            let without = try await auth.restarted()
            try await without.prepareDemo()
            #expect(await refusal(without) == .forbidden)
            #expect(accounts(without) == nil)
        }
    }

    @Test func `a database with accounts of users never becomes a demonstration`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let service = try await auth.restarted(demo)
            let failure = await #expect(throws: PermanentFailure.self) { try await service.prepareDemo() }
            #expect(failure?.description.contains("--demo") == true)
            #expect(await refusal(service) == .notFound)
        }
    }

    @Test func `a disabled demo account cannot be used`() async throws {
        try await AuthFixture.run(demo) { auth in
            try await auth.service.prepareDemo()
            let user = try await signIn(auth.service).user
            _ = try await auth.service.updateUser(
                AuthOperatorUsersUpdate(user: user.id.description, disabled: true),
                .test()
            )
            #expect(await refusal(auth.service) == .accountDisabled)
        }
    }
}
