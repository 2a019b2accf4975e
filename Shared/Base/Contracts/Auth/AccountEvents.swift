/// A user has registered.
package struct AccountCreated: EventPayload {
    package static let type = EventType(rawValue: "account.created")
    package static let sentence = "A user has registered."

    package var name: String
    package var profile: ProfileChange

    package init(name: String, profile: ProfileChange) {
        self.name = name
        self.profile = profile
    }
}

/// A user has left: every service that stores data about them erases it.
package struct AccountErased: EventPayload {
    package static let type = EventType(rawValue: "account.erased")
    package static let sentence = "A user has left. Every service that stores data about them erases it."
    /// The services besides auth that store data about users.
    ///
    /// All must have erased a user before auth deletes the id from the event.
    package static let subscribers = ServiceName.withDatabase.filter { $0 != .auth }

    package init() {}
}

/// A user's e-mail address has changed.
///
/// The address is not included: only auth stores it, and events are stored for weeks.
package struct AccountEmailChanged: EventPayload {
    package static let type = EventType(rawValue: "account.email.changed")
    package static let sentence = "A user's e-mail address has changed. The event does not have the address."

    package init() {}
}

/// Sessions of a user have ended, although their access tokens may not have expired.
///
/// Gateways are notified by auth's beacon and request ``AuthEndedSessions``. An erasure publishes `account.erased`
/// instead, so that no further event names the erased user.
package struct SessionsEnded: EventPayload {
    package static let type = EventType(rawValue: "sessions.ended")
    package static let sentence = "Sessions of a user have ended, although their access tokens may not have expired."
    /// Maximum number of sessions per event: about forty kilobytes.
    package static let sessionsMax = 1_000

    package var sessions: [SessionID]

    package init(sessions: [SessionID]) {
        self.sessions = sessions
    }
}
