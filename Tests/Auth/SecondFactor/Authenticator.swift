import Auth
import Contracts
import FoundationEssentials
import TestSupport
import Testing

/// A user's authenticator app, with their recovery codes.
struct Authenticator: Sendable {
    private let codes: TimeBasedCodes
    private let clock: TestClock
    var recoveryCodes: [String] = []

    init(secret: String, _ clock: TestClock) throws {
        codes = TimeBasedCodes(secret: try Self.bytes(ofBase32: secret))
        self.clock = clock
    }

    /// Returns the code that the app shows now, or the given number of steps later.
    func code(_ steps: Int = 0) -> String {
        codes.code(ofStep: TimeBasedCodes.step(at: Int(clock.now.timeIntervalSince1970)) + steps)
    }

    /// A code that is wrong for several steps around now.
    var wrongCode: String {
        let near = Set((-3...3).map(code))
        return (0..<10).map { String(repeating: "\($0)", count: 6) }.first { !near.contains($0) } ?? ""
    }

    private static func bytes(ofBase32 text: String) throws -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let digits = try text.map { try #require(alphabet.firstIndex(of: $0)) }
        let bits = digits.flatMap { digit in (0..<5).map { digit >> (4 - $0) & 1 } }
        return (0..<bits.count / 8).map { byte in
            bits[byte * 8..<byte * 8 + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
        }
    }
}

extension AuthFixture {
    /// Enables a second factor, and advances the clock to the next code.
    func enrol(_ session: Session, password: String = password) async throws -> Authenticator {
        var app = try await begin(session, password: password)
        let request = AuthTotpConfirm(code: app.code())
        app.recoveryCodes = try await service.confirmTotp(request, try await context(of: session)).recoveryCodes
        clock.advance(seconds: 30)
        return app
    }

    /// Requests a secret, and returns an app with it.
    func begin(_ session: Session, password: String = password) async throws -> Authenticator {
        let reply = try await service.beginTotp(AuthTotpBegin(password: password), try await context(of: session))
        return try Authenticator(secret: reply.secret, clock)
    }

    /// Signs in with the password, and returns the challenge of the second factor.
    func challenge(email: String = email, password: String = password) async throws -> String {
        let error = await #expect(throws: ServiceError.self) {
            try await login(email: email, password: password)
        }
        #expect(error?.code == .secondFactorRequired)
        return try #require(error?.params["challenge"])
    }

    func login(_ challenge: String, code: String, on device: String? = nil) async throws -> Session {
        try await service.loginTotp(AuthLoginTotp(challenge: challenge, code: code, device: device), .test())
    }

    /// Returns the error for a code; nil if it is accepted.
    func refusal(of code: String, _ challenge: String) async throws -> ServiceError? {
        do {
            _ = try await login(challenge, code: code)
            return nil
        } catch let error as ServiceError {
            return error
        }
    }
}

/// Returns the error code of a request; nil if it succeeds.
func refusal(_ body: () async throws -> Void) async throws -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch let error as ServiceError {
        return error.code
    }
}
