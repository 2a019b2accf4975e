/// For how long things are kept, as the privacy notice tells it.
///
/// The services have these figures themselves, where the gateway cannot see them; `Tests/Gateway/PrivacyTests` compares.
package struct RetentionFigures: Sendable {
    /// A session that nobody uses.
    package var sessionDays = 60
    /// Changes that services tell each other.
    package var eventDays = 14
    /// Answers to changes, so that a repetition changes nothing.
    package var answerHours = 48
    /// Failed attempts to sign in.
    package var guessMinutes = 15
    /// How often mail was asked for.
    package var mailRequestMinutes = 60
    /// Links that were mailed.
    package var mailLinkMinutes = 60
    /// Attempts to send a mail, after which it is forgotten.
    package var mailAttempts = 20
    /// Exports that can be downloaded.
    package var exportMinutes = 60
    /// The numbers of entries that were removed from a diary.
    package var removalDays = 400
    /// Files that were sent to be imported.
    package var importMinutes = 60

    package init() {}
}
