import Auth
import Contracts
import Events
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct MailDispatcherTests {
    @Test func `refused mail is sent again after growing delays`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let mailbox = Mailbox()
            let dispatcher = try auth.dispatcher(to: mailbox)
            mailbox.refuse(3)
            try await auth.requestReset()
            try await dispatcher.sendDue()
            for delayS in [10.0, 20, 40] {
                auth.clock.advance(seconds: delayS - 1)
                try await dispatcher.sendDue()
                #expect(mailbox.messages.isEmpty, "before \(delayS) s have passed")
                auth.clock.advance(seconds: 1)
                try await dispatcher.sendDue()
            }
            #expect(mailbox.messages.count == 1)
            try await auth.reset(try mailbox.token(to: AuthFixture.email))
        }
    }

    @Test func `mail is removed and logged after its last attempt`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let attempts = Mutex(0)
            let dispatcher = try auth.dispatcher(to: Mailbox()) { _ in
                attempts.withLock { $0 += 1 }
                throw Mailbox.Refusal()
            }
            try await auth.requestReset()
            for _ in 0..<MailSchedule.attemptsMax + 5 {
                try await dispatcher.sendDue()
                auth.clock.advance(seconds: 3_600)
            }
            #expect(attempts.withLock { $0 } == MailSchedule.attemptsMax)
            #expect(try await auth.count("mail_outbox") == 0)
            #expect(auth.log.count(of: "error: mail could not be sent after the last attempt") == 1)
        }
    }

    @Test func `mail of a process that dies during delivery is sent by the next one`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            try await auth.requestReset()
            let (begun, begins) = AsyncStream<Void>.makeStream()
            let stuck = try auth.dispatcher(to: Mailbox()) { _ in
                begins.yield()
                try await waitForCancellation()
            }
            let dying = Task { try await stuck.sendDue() }
            for await _ in begun { break }
            // Another process sees only the database.
            let mailbox = Mailbox()
            auth.clock.advance(seconds: 10)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages.count == 1)
            #expect(try await auth.count("mail_outbox") == 0)
            dying.cancel()
            _ = await dying.result
        }
    }

    @Test func `concurrent deliveries are limited`() async throws {
        try await AuthFixture.run { auth in
            for number in 0..<10 { try await auth.register(RegistrationBody(email: "ann\(number)@example.org")) }
            for number in 0..<10 { try await auth.requestReset("ann\(number)@example.org", from: "\(number)") }
            let running = Mutex((now: 0, most: 0, all: 0))
            let dispatcher = try auth.dispatcher(to: Mailbox()) { _ in
                running.withLock { running in
                    running.now += 1
                    running.all += 1
                    running.most = max(running.most, running.now)
                }
                for _ in 0..<100 { await Task.yield() }
                running.withLock { $0.now -= 1 }
            }
            try await dispatcher.sendDue()
            let (most, all) = running.withLock { ($0.most, $0.all) }
            #expect(all == 10)
            #expect((1...MailDispatcher.concurrentMax).contains(most))
        }
    }

    @Test func `a link has the configured base URL, and its token in the fragment`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            try await auth.requestReset()
            let mailbox = Mailbox()
            try await auth.dispatcher(to: mailbox, publicURL: "https://food.example.org").sendDue()
            let token = try mailbox.token(to: AuthFixture.email)
            #expect(mailbox.messages[0].contains("\nhttps://food.example.org/reset-password#token=\(token)\n"))
            #expect(mailbox.messages[0].utf8.count < 4_096, "a message fits into the smallest pipe")
        }
    }

    @Test func `mail goes to the address at the time of sending, and a notice to the former one`()
        async throws
    {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            try await auth.changeEmail(session, to: "new@example.org")
            // The confirmation is delivered; the notice fails at first.
            let dispatcher = try auth.dispatcher(to: mailbox) { message in
                if String(decoding: message.bytes, as: UTF8.self).contains("ann@") { throw Mailbox.Refusal() }
                try mailbox.accept(message)
            }
            try await dispatcher.sendDue()
            try await auth.confirmEmail(try mailbox.token(to: "new@example.org"))
            try await auth.requestReset("new@example.org")
            auth.clock.advance(seconds: 10)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages(to: AuthFixture.email).count == 1)
            #expect(mailbox.messages(to: "new@example.org").count == 2)
        }
    }

    @Test func `mail and tokens of a deleted account are gone from the database files`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            try await auth.changeEmail(session, to: "unusual@example.org")
            try await auth.dispatcher(to: mailbox).sendDue()
            try await auth.changeEmail(session, to: "unusual2@example.org")
            try await auth.requestReset()
            #expect(try auth.directory.filesContain("unusual@example.org"))
            _ = try await auth.service.deleteAccount(
                AuthAccountDelete(password: AuthFixture.password),
                try await auth.context(of: session)
            )
            #expect(try await auth.count("mail_outbox") == 0)
            #expect(try await auth.count("mail_token") == 0)
            // Of six rows, those of the account are gone; three keyed hashes of addresses and one of a network expire.
            #expect(try await auth.count("mail_request") == 4)
            #expect(try await auth.store.cleanUp())
            #expect(try await auth.store.rebuild())
            for text in ["unusual@example.org", "unusual2@example.org", AuthFixture.email] {
                #expect(try !auth.directory.filesContain(text), "\(text)")
            }
            let sent = mailbox.messages.count
            auth.clock.advance(seconds: 3_600)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages.count == sent)
        }
    }

    @Test func `expired tokens and requests are deleted`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let dispatcher = try auth.dispatcher(to: Mailbox())
            try await auth.changeEmail(session, to: "new@example.org")
            try await auth.requestReset()
            try await dispatcher.sendDue()
            auth.clock.advance(seconds: 3_599)
            try await dispatcher.deleteExpired()
            #expect(try await auth.count("mail_token") == 2)
            #expect(try await auth.count("mail_request") == 4)
            auth.clock.advance(seconds: 1)
            try await dispatcher.deleteExpired()
            #expect(try await auth.count("mail_token") == 0)
            #expect(try await auth.count("mail_request") == 0)
        }
    }
}
