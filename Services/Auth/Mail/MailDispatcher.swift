import Contracts
package import Foundation
package import Logging
import Observability
import ServiceKit
import ServiceLifecycle
package import Storage

/// Sends queued mail, and retries with growing delays after failures.
///
/// A mail is removed from its table after it was delivered. If the process ends in between, the mail is sent again: a
/// duplicate is better than a loss.
package struct MailDispatcher: Service {
    /// Delivers a message durably, or throws.
    package typealias Delivery = @Sendable (MailMessage) async throws -> Void

    /// Interval between two polls of the queue; users do not notice a second.
    private static let pollInterval = Duration.seconds(1)
    /// Interval between two searches for expired records, which have no effect.
    package static let deletionInterval = Duration.seconds(60)
    /// Maximum number of concurrent deliveries, each to a process of its own.
    ///
    /// If all of them hang, further mail waits until they time out.
    package static let concurrentMax = 4

    private let store: Store
    private let templates: MailTemplates
    private let schedule: MailSchedule
    private let deliver: Delivery
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// Creates the dispatcher.
    ///
    /// - Parameters:
    ///   - store: The database of auth.
    ///   - settings: The sender, the base URL of links, and the retry schedule.
    ///   - logger: Receives the results of deliveries, without recipients.
    ///   - now: The wall clock.
    ///   - deliver: Delivers messages; nil selects the transport of the settings.
    /// - Throws: `MailFailure` if that transport cannot be opened; an error if a bundled text is missing.
    package init(
        store: Store,
        settings: MailSettings,
        logger: Logger,
        now: @escaping @Sendable () -> Date,
        deliver: Delivery? = nil
    ) throws {
        self.store = store
        templates = MailTemplates(sender: settings.from, publicURL: settings.publicURL, texts: try MailTexts())
        schedule = settings.schedule
        self.deliver = try deliver ?? settings.open(logger)
        self.logger = logger
        self.now = now
    }

    package func run() async throws {
        // A graceful shutdown cancels only the sleep, never a delivery in progress.
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await sendDue()
            } catch {
                logger.failure("mail could not be polled", error)
            }
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pollInterval) }
        }
    }

    /// Attempts to send each mail that is due, once.
    package func sendDue() async throws {
        let nowS = nowS
        while !Task.isShuttingDownGracefully {
            let due = try await store.read { try $0.mailDue(at: nowS, limit: Self.concurrentMax) }
            let areRecorded = await withTaskGroup { group in
                for id in due { group.addTask { await send(id) } }
                return await group.reduce(true) { $0 && $1 }
            }
            // Mail without a stored result stays due, and is left to the next poll.
            if due.count < Self.concurrentMax || !areRecorded { return }
        }
    }

    /// Deletes expired mail tokens and request counts.
    package func deleteExpired() async throws {
        let nowS = nowS
        guard try await store.read({ try $0.hasExpiredMailRecords(at: nowS) }) else { return }
        try await store.write { transaction in
            try transaction.deleteExpiredMailTokens(at: nowS)
            try transaction.deleteExpiredMailRequests(at: nowS)
        }
    }

    /// Sends one mail; returns false if its result could not be stored.
    private func send(_ id: UUIDv7) async -> Bool {
        do {
            guard let (mail, message) = try await begin(id) else { return true }
            do {
                try await deliver(message)
            } catch {
                try await recordFailure(of: mail, error)
                return true
            }
            try await store.write { try $0.removeMail(id) }
            logger.info("mail was sent", metadata: metadata(of: mail))
            return true
        } catch {
            logger.error("mail could not be recorded as sent", metadata: ["mail": "\(id)", "error": "\(error)"])
            return false
        }
    }

    /// Stores the attempt and creates the message; nil if there is nothing to send.
    ///
    /// Each attempt creates a new token. Its hash is on disk before the message is sent.
    private func begin(_ id: UUIDv7) async throws -> (mail: OutgoingMail, message: MailMessage)? {
        let (date, nowS, schedule, templates) = (now(), nowS, schedule, templates)
        return try await store.write { transaction in
            guard var mail = try transaction.reader.mail(id) else { return nil }
            guard let user = mail.account, let account = try transaction.reader.account(user) else {
                try transaction.removeMail(id)
                return nil
            }
            mail.attempts += 1
            try transaction.recordAttempt(of: mail, nextAt: nowS + schedule.delayS(after: mail.attempts))
            let token = mail.kind.tokenPurpose.map { _ in MailToken.make() }
            if let token, let purpose = mail.kind.tokenPurpose {
                try transaction.insert(token, of: user, for: purpose, mail.recipient, at: nowS)
            }
            let recipient = mail.recipient ?? account.email
            let message = templates.message(mail, to: recipient, in: account.language, token: token, date: date)
            return (mail, message)
        }
    }

    private func recordFailure(of mail: OutgoingMail, _ error: any Error) async throws {
        var metadata = metadata(of: mail)
        metadata["error"] = "\(error)"
        guard mail.attempts >= MailSchedule.attemptsMax else {
            metadata["nextInSeconds"] = "\(schedule.delayS(after: mail.attempts))"
            logger.warning("mail could not be sent yet", metadata: metadata)
            return
        }
        try await store.write { try $0.removeMail(mail.id) }
        logger.error("mail could not be sent after the last attempt", metadata: metadata)
    }

    private func metadata(of mail: OutgoingMail) -> Logger.Metadata {
        ["mail": "\(mail.id)", "kind": "\(mail.kind.rawValue)", "attempt": "\(mail.attempts)"]
    }

    private var nowS: Int { Int(now().timeIntervalSince1970.rounded(.down)) }
}
