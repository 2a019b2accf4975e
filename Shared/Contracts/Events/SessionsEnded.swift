/// Sessions of a user have ended, although their access tokens may not have expired.
///
/// Gateways are notified by auth's beacon and request ``AuthEndedSessions``. An erasure publishes `account.erased`
/// instead, so that no further event names the erased user.
package struct SessionsEnded: EventPayload {
    package static let type = EventType.sessionsEnded
    /// Maximum number of sessions per event: about forty kilobytes.
    package static let sessionsMax = 1_000

    package var sessions: [SessionID]

    package init(sessions: [SessionID]) {
        self.sessions = sessions
    }
}
