package import Foundation

/// A plain-text message to one recipient (RFC 5322, RFC 2045, and RFC 6532 for addresses beyond ASCII).
package struct MailMessage: Sendable {
    /// The complete message; lines end with a line feed, as `sendmail` and maildirs require.
    package let bytes: [UInt8]

    /// Composes a message.
    ///
    /// - Parameters:
    ///   - sender: The sender's address.
    ///   - recipient: The recipient's address.
    ///   - subject: The subject, on one line.
    ///   - text: The text of the body.
    ///   - date: When the message was composed.
    ///   - id: Identifies the message within the sender's domain.
    package init(from sender: String, to recipient: String, subject: String, text: String, date: Date, id: String) {
        let body = MailBody(text)
        let domain = Self.address(sender).split(separator: "@").last.map(String.init) ?? ""
        let fields = [
            "From: Mealwire <\(Self.address(sender))>",
            "To: <\(Self.address(recipient))>",
            MailHeader.text("Subject", subject),
            "Date: \(MailHeader.date(date))",
            "Message-ID: <\(Self.address(id))@\(domain)>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: \(body.encoding.rawValue)",
            // RFC 3834: asks automatic responders not to answer.
            "Auto-Submitted: auto-generated",
        ]
        bytes = Array((fields.joined(separator: "\n") + "\n\n" + body.text).utf8)
    }

    /// Returns a text that is safe between angle brackets; a valid address stays unchanged.
    private static func address(_ text: String) -> String {
        let text = MailHeader.oneLine(text)
        return String(text.filter { !$0.isWhitespace && !"<>,;:\"()[]\\".contains($0) })
    }
}
