/// Sessions of somebody are over, whatever their access tokens still say.
///
/// Gateways hear of it by auth's beacon, and ask for ``AuthEndedSessions``. An erasure tells `account.erased` instead,
/// so that nothing more than that names who has left.
package struct SessionsEnded: EventPayload {
    package static let type = EventType.sessionsEnded
    /// Sessions in one event: some forty kilobytes.
    package static let sessionsMax = 1_000

    package var sessions: [SessionID]

    package init(sessions: [SessionID]) {
        self.sessions = sessions
    }
}
