/// The retention periods in the privacy notice.
///
/// The services define these values themselves, where the gateway cannot read them; `Tests/Gateway/PrivacyTests`
/// compares them.
package struct RetentionPeriods: Sendable {
    /// An unused session.
    package var sessionDays = 60
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
}
