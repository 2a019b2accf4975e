import Auth
import Contracts
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

/// A mail server in memory that accepts or refuses messages.
final class Mailbox: Sendable {
    private struct State {
        var messages: [String] = []
        var refusals = 0
    }

    /// The error of a refused message.
    struct Refusal: Error {}

    private let state = Mutex(State())

    var messages: [String] { state.withLock { $0.messages } }

    /// Refuses the given number of messages.
    func refuse(_ count: Int) { state.withLock { $0.refusals = count } }

    func accept(_ message: MailMessage) throws {
        try state.withLock { state in
            if state.refusals > 0 {
                state.refusals -= 1
                throw Refusal()
            }
            state.messages.append(String(decoding: message.bytes, as: UTF8.self))
        }
    }

    func messages(to recipient: String) -> [String] { messages.filter { $0.contains("\nTo: <\(recipient)>\n") } }

    /// Returns the token of the newest message to a recipient that contains one.
    ///
    /// Messages that are due together are sent concurrently, so a notice without a token may come last.
    func token(to recipient: String) throws -> String {
        try #require(messages(to: recipient).compactMap(Self.tokenLine).last)
    }

    static func token(in message: String) throws -> String { try #require(tokenLine(in: message)) }

    private static func tokenLine(in message: String) -> String? {
        message.split(separator: "\n").last { $0.count == 43 && !$0.contains(" ") }.map(String.init)
    }
}

extension AuthFixture {
    /// Returns a dispatcher that delivers to a mailbox or to the given closure.
    func dispatcher(
        to mailbox: Mailbox,
        publicURL: String? = nil,
        _ deliver: MailDispatcher.Delivery? = nil
    ) throws -> MailDispatcher {
        var settings = MailSettings(maildir: "\(directory)/mail")
        settings.publicURL = publicURL
        return try MailDispatcher(
            store: store,
            settings: settings,
            logger: log.logger,
            now: { [clock] in clock.now },
            deliver: deliver ?? { try mailbox.accept($0) }
        )
    }

    func requestReset(_ email: String = email, from client: String? = nil) async throws {
        _ = try await service.forgotPassword(AuthPasswordForgot(email: email, client: client), .test())
    }

    func reset(_ token: String, to password: String = "Treacherous 7 badgers") async throws {
        let request = AuthPasswordReset(token: token, password: password)
        _ = try await service.resetPassword(request.checked(), .test())
    }

    /// Requests a password reset, and returns the token of its mail.
    func resetToken(_ mailbox: Mailbox = Mailbox()) async throws -> String {
        try await requestReset()
        try await dispatcher(to: mailbox).sendDue()
        return try mailbox.token(to: Self.email)
    }

    func changeEmail(
        _ session: Session,
        to email: String,
        password: String = password,
        key: String? = nil
    ) async throws {
        let request = AuthEmailChange(email: email, currentPassword: password)
        _ = try await service.changeEmail(request, try await context(of: session, key: key))
    }

    func confirmEmail(_ token: String) async throws {
        _ = try await service.confirmEmail(AuthEmailConfirm(token: token), .test())
    }

    /// Returns the error of a refused request.
    func refusal(_ body: () async throws -> Void) async throws -> ServiceError {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        return try #require(error)
    }

    /// Returns the number of rows in a table.
    func count(_ table: String) async throws -> Int {
        try await store.read { try $0.scalar("SELECT count(*) FROM \(table)") ?? 0 }
    }
}
