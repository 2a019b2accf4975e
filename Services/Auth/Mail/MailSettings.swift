package import Configuration
import Foundation
import Logging
import ServiceKit

/// The configuration of mail.
///
/// Configuration keys, from the command line, then the environment:
/// - `mail.command` (string, none, `--mail-command`, `MEALWIRE_MAIL_COMMAND`): absolute path and arguments of a program
///   that reads a message as `sendmail` does, such as `/usr/sbin/sendmail -t -i`. Arguments are separated by spaces; no
///   shell interprets them. Without a command, mail is written to the maildir `mail` in the data directory.
/// - `mail.from` (string, `mealwire@localhost`, `--mail-from`, `MEALWIRE_MAIL_FROM`): the sender's address; required
///   with a command.
/// - `mail.retrySeconds` (int, 10, `--mail-retry-seconds`, `MEALWIRE_MAIL_RETRY_SECONDS`): the delay after the first
///   failed attempt; it doubles with each further one, up to an hour.
/// - `public.url` (string, none, `--public-url`, `MEALWIRE_PUBLIC_URL`): the base URL of the stack for links in mail,
///   such as `https://food.example.org`. Without it, mail contains only a code to enter.
package struct MailSettings: Sendable {
    /// The destination of messages.
    package enum Transport: Sendable {
        case command([String])
        /// The path of the directory.
        case maildir(String)
    }

    package var transport: Transport
    /// Whether mail leaves this host; a maildir is readable by the operator alone.
    package var leavesHost: Bool { if case .command = transport { true } else { false } }
    package var from = "mealwire@localhost"
    package var publicURL: String?
    package var schedule = MailSchedule()

    /// Creates settings that write mail to a maildir, with default values.
    package init(maildir path: String) {
        transport = .maildir(path)
    }

    package init(_ reader: ConfigReader, dataDirectory: String) throws {
        self.init(maildir: "\(dataDirectory)/mail")
        if let text = reader.string(forKey: "mail.command") { transport = .command(try Self.command(text)) }
        if let text = reader.string(forKey: "mail.from") {
            guard let address = EmailAddress(text) else {
                throw ConfigurationFailure("mail.from", text, "an e-mail address, such as mealwire@example.org")
            }
            from = address.text
        } else if case .command = transport {
            throw ConfigurationFailure("mail.from", "not set", "an e-mail address, required with mail.command")
        }
        publicURL = try reader.string(forKey: "public.url").map(Self.url)
        schedule.firstDelayS = try reader.number("mail.retrySeconds", in: 1...3_600, default: schedule.firstDelayS)
    }

    private static func command(_ text: String) throws(ConfigurationFailure) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        guard let path = words.first, path.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: path) else {
            throw ConfigurationFailure(
                "mail.command",
                text,
                "the absolute path of a program, and its arguments, such as /usr/sbin/sendmail -t -i"
            )
        }
        return words
    }

    private static func url(_ text: String) throws(ConfigurationFailure) -> String {
        let isClean = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.contains { "#?<>\"".contains($0) }
        guard isClean, let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw ConfigurationFailure("public.url", text, "an address such as https://food.example.org")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}

extension MailSettings {
    /// Opens the transport; for a maildir, logs its path, so that the operator knows where mail goes.
    func open(_ logger: Logger) throws -> MailDispatcher.Delivery {
        switch transport {
        case .command(let command):
            let command = SendmailCommand(command)
            return { try await command.deliver($0) }
        case .maildir(let path):
            let maildir = try Maildir(path)
            logger.notice(
                "mail is written to a maildir, because mail.command is not set",
                metadata: ["path": "\(path)"]
            )
            return { try await maildir.deliver($0) }
        }
    }
}
