import Auth
import Contracts
import Foundation
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

            let files = try bytesOfFiles(in: auth.directory)
            #expect(contains(files, Array(AuthFixture.email.utf8)))
            #expect(!contains(files, Array(password.utf8)))
            for session in [registered, repeated, signedIn, refreshed] {
                #expect(!contains(files, Array(session.refreshToken.utf8)))
                #expect(!contains(files, try decoded(session.refreshToken)))
                #expect(!contains(files, Array(session.accessToken.utf8)))
            }
            #expect(!auth.log.lines.contains { $0.contains(password) || $0.contains(AuthFixture.email) })
        }
    }

    @Test func `an address of a failed sign-in is not stored`() async throws {
        try await AuthFixture.run { auth in
            let typedIntoTheWrongField = "treacherous 7 badgers"
            await #expect(throws: ServiceError.self) { try await auth.login(email: typedIntoTheWrongField) }
            let files = try bytesOfFiles(in: auth.directory)
            #expect(!contains(files, Array(typedIntoTheWrongField.utf8)))
        }
    }

    private func bytesOfFiles(in directory: String) throws -> [UInt8] {
        try FileManager.default.contentsOfDirectory(atPath: directory).flatMap { name in
            [UInt8](try #require(FileManager.default.contents(atPath: "\(directory)/\(name)")))
        }
    }

    private func contains(_ bytes: [UInt8], _ sought: [UInt8]) -> Bool {
        Data(bytes).range(of: Data(sought)) != nil
    }

    private func decoded(_ token: String) throws -> [UInt8] {
        let standard = token.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return [UInt8](try #require(Data(base64Encoded: String(standard) + "=")))
    }
}
