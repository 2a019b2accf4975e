import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Mail from the real processes, into the maildir or through a program.
    struct Mails {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        /// Returns the messages in the maildir.
        private func maildir(_ stack: StackFixture) throws -> [String] {
            let directory = "\(stack.directory)/mail/new"
            guard FileManager.default.fileExists(atPath: directory) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: directory).map {
                try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8)
            }
        }

        /// Waits for a message to an address with a subject, and returns it.
        private func message(_ stack: StackFixture, to email: String, about subject: String) async throws -> String {
            try await eventualValue("mail about \(subject) has come") {
                try maildir(stack).first { $0.contains("\nTo: <\(email)>\n") && $0.contains("\nSubject: \(subject)\n") }
            }
        }

        private func token(in message: String) throws -> String {
            let line = try #require(message.split(separator: "\n").last { $0.count == 43 && !$0.contains(" ") })
            return String(line)
        }

        private func login(_ stack: StackFixture, _ email: String, _ password: String) async throws -> Int {
            let json = #"{"email":"\#(email)","password":"\#(password)"}"#
            return try await stack.http.post("/v1/auth/login", json).status
        }

        private func requestReset(_ stack: StackFixture, _ email: String) async throws -> HTTPClient.Answer {
            try await stack.http.post("/v1/auth/password/forgot", #"{"email":"\#(email)"}"#)
        }

        @Test func `a forgotten password is replaced with the token of a mail in the maildir`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let email = user.session.user.email
                let answers = [
                    try await requestReset(stack, email), try await requestReset(stack, "nobody@example.org"),
                ]
                #expect(answers.map(\.status) == [202, 202])
                #expect(answers[0].body == answers[1].body)
                let mail = try await message(stack, to: email, about: "Set another password")
                let body = #"{"token":"\#(try token(in: mail))","password":"7654321Badger"}"#
                #expect(try await stack.http.post("/v1/auth/password/reset", body).status == 204)
                let again = try await stack.http.post("/v1/auth/password/reset", body)
                #expect(again.status == 422)
                #expect(try again.problem.fields == ["token"])
                #expect(try await login(stack, email, "1234567A") == 401)
                #expect(try await login(stack, email, "7654321Badger") == 200)
                let refresh = #"{"refreshToken":"\#(user.session.refreshToken)"}"#
                #expect(try await stack.http.post("/v1/auth/refresh", refresh).status == 401)
                _ = try await message(stack, to: email, about: "Your password was changed")
                #expect(try maildir(stack).count == 2)

                let named = try await stack.http.post(
                    "/v1/auth/password/forgot",
                    #"{"email":"anna@example.org","client":"192.0.2.1"}"#
                )
                #expect(named.status == 400)
                for _ in 0..<18 { #expect(try await requestReset(stack, "nobody@example.org").status == 202) }
                let refused = try await requestReset(stack, email)
                #expect(refused.status == 429)
                #expect(refused.header("Retry-After").flatMap(Int.init) ?? 0 > 3_000)
            }
        }

        @Test func `an e-mail address changes after a token from a mail to it is confirmed`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let (old, new) = (user.session.user.email, "new-\(user.session.user.email)")
                func ask(_ password: String) async throws -> HTTPClient.Answer {
                    let json = #"{"email":"\#(new)","currentPassword":"\#(password)"}"#
                    return try await user.http.send("PUT", "/v1/auth/email", json)
                }
                #expect(try await ask("1234567B").status == 401)
                #expect(try await ask("1234567A").status == 202)
                let mail = try await message(stack, to: new, about: "Confirm your e-mail address")
                _ = try await message(stack, to: old, about: "A change of e-mail address was requested")
                let body = #"{"token":"\#(try token(in: mail))"}"#
                #expect(try await stack.http.post("/v1/auth/email/confirm", body).status == 204)
                #expect(try await stack.http.post("/v1/auth/email/confirm", body).status == 422)
                #expect(try await login(stack, old, "1234567A") == 401)
                #expect(try await login(stack, new, "1234567A") == 200)
            }
        }

        @Test(arguments: [
            (
                ["--mail-command", "sendmail -t -i", "--mail-from", "food@example.org"],
                "mail.command is sendmail -t -i"
            ),
            (["--mail-command", "/bin/true -t"], "mail.from is not set"),
            (["--mail-from", "food@example.org\r\nBcc: eve@example.org"], "mail.from is food@example.org"),
            (["--mail-retry-seconds", "0"], "mail.retrySeconds is 0"),
            (["--public-url", "food.example.org"], "public.url is food.example.org"),
            (["--public-url", "https://food.example.org/#x"], "public.url is https://food.example.org/#x"),
        ])
        func `an invalid mail setting stops the start with a message`(arguments: [String], expected: String) throws {
            let auth = try CommandLineTool.run(["--data", "/nowhere"] + arguments, of: "auth")
            #expect(auth.status == 1)
            #expect(auth.errors.hasPrefix("auth: \(expected)"), "\(auth.errors)")
        }

        /// Writes a program that fails twice and then accepts messages.
        ///
        /// It stores the message about a password, beside the mail that confirms the address, and logs each call.
        private func makeCommand(in directory: String) throws -> String {
            let path = "\(directory)/sendmail"
            let script = """
                #!/bin/sh
                echo "$@" >> "\(directory)/calls"
                [ "$(wc -l < "\(directory)/calls")" -gt 2 ] || exit 75
                cat > "\(directory)/$$.tmp"
                if grep -q '^Subject: Set another password' "\(directory)/$$.tmp"; then
                    mv "\(directory)/$$.tmp" "\(directory)/message"
                fi

                """
            try Data(script.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            return path
        }

        private func arguments(_ directory: String) throws -> [String: [String]] {
            let command = try makeCommand(in: directory)
            return [
                "auth": [
                    "--mail-command", "\(command) -t -i", "--mail-from", "food@example.org", "--mail-retry-seconds",
                    "1",
                    "--public-url", "https://food.example.org/",
                ]
            ]
        }

        @Test func `a mail is delivered after a program has failed twice and the process was killed`() async throws {
            try await StackFixture.run(arguments: arguments) { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                #expect(try await requestReset(stack, user.session.user.email).status == 202)
                try await eventually("the program was called") { stack.has("calls") }
                try stack.kill("auth")
                try stack.start("auth")
                try await eventually("the program has accepted the message") { stack.has("message") }
                let message = try String(contentsOfFile: "\(stack.directory)/message", encoding: .utf8)
                #expect(message.hasPrefix("From: Mealwire <food@example.org>\nTo: <\(user.session.user.email)>\n"))
                let token = try token(in: message)
                #expect(message.contains("\nhttps://food.example.org/reset-password#token=\(token)\n"))
                try await stack.waitUntilReady()
                let body = #"{"token":"\#(token)","password":"7654321Badger"}"#
                #expect(try await stack.http.post("/v1/auth/password/reset", body).status == 204)
                let calls = try String(contentsOfFile: "\(stack.directory)/calls", encoding: .utf8)
                #expect(calls.hasPrefix("-t -i\n-t -i\n-t -i\n"))
                #expect(!stack.has("mail"))
            }
        }
    }
}
