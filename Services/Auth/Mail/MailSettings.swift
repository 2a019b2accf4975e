import Foundation
import Logging
package import Settings

/// The configuration of mail; ``Settings/Auth`` declares what it reads.
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

    package init(_ settings: SettingsReader, dataDirectory: String) throws {
        self.init(maildir: "\(dataDirectory)/mail")
        if let text = try settings.read(Settings.Auth.mailCommand) { transport = .command(try Self.command(text)) }
        if let text = try settings.read(Settings.Auth.mailFrom) {
            guard let address = EmailAddress(text) else { throw ConfigurationFailure(Settings.Auth.mailFrom, text) }
            from = address.text
        } else if case .command = transport {
            let allowed = "an e-mail address, required with mail.command"
            throw ConfigurationFailure(Settings.Auth.mailFrom, "not set", allowed)
        }
        publicURL = try settings.read(Settings.Gateway.publicURL).map(Self.url)
        schedule.firstDelayS = try settings.read(Settings.Auth.mailRetrySeconds)
    }

    private static func command(_ text: String) throws(ConfigurationFailure) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        guard let path = words.first, path.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: path) else {
            throw ConfigurationFailure(Settings.Auth.mailCommand, text)
        }
        return words
    }

    private static func url(_ text: String) throws(ConfigurationFailure) -> String {
        let isClean = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.contains { "#?<>\"".contains($0) }
        guard isClean, let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw ConfigurationFailure(Settings.Gateway.publicURL, text)
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
