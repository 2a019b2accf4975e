import Contracts
package import Foundation
package import Logging
import ServiceKit
import ServiceLifecycle
package import Storage

/// Sends the mail that was promised: at once, and again with growing rests while that fails.
///
/// A mail is removed from its table after it was taken over. Should the process end between the two, it is sent once more:
/// twice is better than never.
package struct MailDispatcher: Service {
    /// Takes a message over for good, or throws.
    package typealias Delivery = @Sendable (MailMessage) async throws -> Void

    /// How often it looks for mail: nobody who waits for some notices a second.
    private static let lookInterval = Duration.seconds(1)
    /// Messages that are handed over at the same time, each to a process of its own; four that hang leave room for nobody
    /// else until their time is up.
    package static let atOnceMax = 4

    private let store: Store
    private let letters: MailLetters
    private let schedule: MailSchedule
    private let deliver: Delivery
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// Makes it, ready to run.
    ///
    /// - Parameters:
    ///   - store: Auth's database.
    ///   - settings: From whom mail comes, where its links lead and when it is tried again.
    ///   - logger: Hears what becomes of mail, and never of whom.
    ///   - now: The wall clock.
    ///   - deliver: Takes messages; what the settings name if it is nil.
    /// - Throws: `MailFailure` if what the settings name cannot be opened.
    package init(
        store: Store,
        settings: MailSettings,
        logger: Logger,
        now: @escaping @Sendable () -> Date,
        deliver: Delivery? = nil
    ) throws {
        self.store = store
        letters = MailLetters(sender: settings.from, publicURL: settings.publicURL)
        schedule = settings.schedule
        self.deliver = try deliver ?? settings.open(logger)
        self.logger = logger
        self.now = now
    }

    package func run() async throws {
        // A message that is being handed over is not given up when the process is to end; only the rest is.
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await sendDue()
                try await forgetOld()
            } catch {
                logger.failure("mail could not be looked for", error)
            }
            await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.lookInterval) }
        }
    }

    /// Tries to send everything whose time has come, once each.
    package func sendDue() async throws {
        let nowS = nowS
        while !Task.isShuttingDownGracefully {
            let due = try await store.read { try $0.mailDue(at: nowS, limit: Self.atOnceMax) }
            let areDone = await withTaskGroup { group in
                for id in due { group.addTask { await send(id) } }
                return await group.reduce(true) { $0 && $1 }
            }
            // What the database could not note stays due, and is left to the next look.
            if due.count < Self.atOnceMax || !areDone { return }
        }
    }

    /// Forgets tokens and requests that count no more.
    package func forgetOld() async throws {
        let nowS = nowS
        guard try await store.read({ try $0.hasOldMailRecords(at: nowS) }) else { return }
        try await store.write { transaction in
            try transaction.forgetExpiredMailTokens(at: nowS)
            try transaction.forgetOldMailRequests(at: nowS)
        }
    }

    /// False if the database did not take down what became of a mail.
    private func send(_ id: UUIDv7) async -> Bool {
        do {
            guard let (mail, message) = try await begin(id) else { return true }
            do {
                try await deliver(message)
            } catch {
                try await noteFailure(of: mail, error)
                return true
            }
            try await store.write { try $0.removeMail(id) }
            logger.info("mail was sent", metadata: metadata(of: mail))
            return true
        } catch {
            logger.error("mail could not be noted as sent", metadata: ["mail": "\(id)", "error": "\(error)"])
            return false
        }
    }

    /// Notes the attempt and makes the message; nil where there is nothing to send.
    ///
    /// A token is made for each attempt, and its hash is on the disk before anybody gets it.
    private func begin(_ id: UUIDv7) async throws -> (mail: OutgoingMail, message: MailMessage)? {
        let (date, nowS, schedule, letters) = (now(), nowS, schedule, letters)
        return try await store.write { transaction in
            guard var mail = try transaction.reader.mail(id) else { return nil }
            guard let user = mail.account, let account = try transaction.reader.account(user) else {
                try transaction.removeMail(id)
                return nil
            }
            mail.attempts += 1
            try transaction.noteAttempt(of: mail, nextAt: nowS + schedule.restS(after: mail.attempts))
            let token = mail.kind.tokenPurpose.map { _ in MailToken.make() }
            if let token, let purpose = mail.kind.tokenPurpose {
                try transaction.keep(token, of: user, for: purpose, mail.recipient, at: nowS)
            }
            let recipient = mail.recipient ?? account.email
            return (mail, letters.message(mail, to: recipient, token: token, date: date))
        }
    }

    private func noteFailure(of mail: OutgoingMail, _ error: any Error) async throws {
        var metadata = metadata(of: mail)
        metadata["error"] = "\(error)"
        guard mail.attempts >= MailSchedule.attemptsMax else {
            metadata["nextInSeconds"] = "\(schedule.restS(after: mail.attempts))"
            logger.warning("mail could not be sent yet", metadata: metadata)
            return
        }
        try await store.write { try $0.removeMail(mail.id) }
        logger.error("mail could not be sent, and is given up", metadata: metadata)
    }

    private func metadata(of mail: OutgoingMail) -> Logger.Metadata {
        ["mail": "\(mail.id)", "kind": "\(mail.kind.rawValue)", "attempt": "\(mail.attempts)"]
    }

    private var nowS: Int { Int(now().timeIntervalSince1970.rounded(.down)) }
}
