import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite struct SecretsAtRestTests {
    @Test func `neither passwords nor tokens are in the files`() async throws {
        try await AuthFixture.run { auth in
            let password = "Treacherous 7 badgers"
            let registered = try await auth.register(RegistrationBody(password: password), key: "key")
            let repeated = try await auth.register(RegistrationBody(password: password), key: "key")
            let signedIn = try await auth.login(password: password)
            let refreshed = try await auth.refresh(signedIn.refreshToken)
            await #expect(throws: ServiceError.self) { try await auth.login(password: password + "!") }

            #expect(try auth.directory.filesContain(AuthFixture.email))
            #expect(try !auth.directory.filesContain(password))
            for session in [registered, repeated, signedIn, refreshed] {
                #expect(try !auth.directory.filesContain(session.refreshToken))
                let bytes = try #require(Base64.bytes(session.refreshToken))
                #expect(try !auth.directory.filesContain(bytes))
                #expect(try !auth.directory.filesContain(session.accessToken))
            }
            #expect(!auth.log.contains(password) && !auth.log.contains(AuthFixture.email))
        }
    }

    @Test func `an address of a failed sign-in is not stored`() async throws {
        try await AuthFixture.run { auth in
            let typedIntoTheWrongField = "treacherous 7 badgers"
            await #expect(throws: ServiceError.self) { try await auth.login(email: typedIntoTheWrongField) }
            let isWritten = try auth.directory.filesContain(typedIntoTheWrongField)
            #expect(!isWritten)
        }
    }
}
