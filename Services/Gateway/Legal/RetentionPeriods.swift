import Contracts
import Settings

/// The retention periods in the privacy notice.
///
/// The services define these values themselves, where the gateway cannot read them; `Tests/Gateway/PrivacyTests`
/// compares them.
package struct RetentionPeriods: Sendable {
    /// An unused session.
    package var sessionDays = Settings.Auth.sessionDays.standard
    /// Events between services.
    package var eventDays = 14
    /// Stored replies for idempotent retries.
    package var answerHours = 48
    /// Counts of failed sign-ins.
    package var guessMinutes = 15
    /// Counts of requests for mail.
    package var mailRequestMinutes = 60
    /// Links in mails.
    package var mailLinkMinutes = 60
    /// The maximum of attempts to send a mail, which is then deleted.
    package var mailAttempts = 20
    /// Exports available for download.
    package var exportMinutes = 60
    /// The ids of entries removed from a diary.
    package var removalDays = 400
    /// Uploaded files to import.
    package var importMinutes = 60

    package init() {}

    /// Replaces each `{name}` with the value of that property.
    ///
    /// `{name|one|few|many}` is the value with the form of a Ukrainian noun for it.
    ///
    /// - Throws: `internalError` for another placeholder.
    func filled(_ text: String) throws(ServiceError) -> String {
        let parts = text.split(separator: "{", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        for part in parts.dropFirst() {
            let rest = part.drop { $0 != "}" }
            filled += try value(of: part[..<rest.startIndex])
            filled += rest.dropFirst()
        }
        return filled
    }

    /// Returns what a placeholder, which is given without its braces, stands for.
    private func value(of placeholder: Substring) throws(ServiceError) -> String {
        let parts = placeholder.split(separator: "|")
        let period = Mirror(reflecting: self).children.first { $0.label == parts.first.map(String.init) }
        switch (period?.value as? Int, parts.count) {
        case (let count?, 1): return "\(count)"
        case (let count?, 4): return "\(count) \(parts[Self.form(count)])"
        default: throw ServiceError(.internalError, "The privacy notice has an unknown placeholder: {\(placeholder)}.")
        }
    }

    /// Selects the noun form for a number: 1 for 1, 21, …; 2 for 2–4, 22, …; 3 for others, including 11–14.
    private static func form(_ count: Int) -> Int {
        if (11...14).contains(count % 100) { return 3 }
        return switch count % 10 {
        case 1: 1
        case 2...4: 2
        default: 3
        }
    }
}
