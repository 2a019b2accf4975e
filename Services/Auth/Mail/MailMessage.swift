package import Foundation

/// A message of plain text to one person (RFC 5322, RFC 2045, and RFC 6532 where an address is not ASCII).
package struct MailMessage: Sendable {
    /// What `sendmail` reads and a maildir keeps: lines that end with a line feed.
    package let bytes: [UInt8]

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - sender: The address that it comes from.
    ///   - recipient: The address that it goes to.
    ///   - subject: What it is about, on one line.
    ///   - text: What it says.
    ///   - date: When it was written.
    ///   - id: What tells it from every other message of the sender's domain.
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
            // RFC 3834: whoever answers by a program answers nobody here.
            "Auto-Submitted: auto-generated",
        ]
        bytes = Array((fields.joined(separator: "\n") + "\n\n" + body.text).utf8)
    }

    /// A text that can stand between angle brackets, whatever it was: an address that was checked before stays as it is.
    private static func address(_ text: String) -> String {
        let text = MailHeader.oneLine(text)
        return String(text.filter { !$0.isWhitespace && !"<>,;:\"()[]\\".contains($0) })
    }
}
