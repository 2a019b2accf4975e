/// Somebody signs in with another e-mail address from now on.
///
/// The address is not told: only auth keeps it, and events are kept for weeks.
package struct AccountEmailChanged: EventPayload {
    package static let type = EventType.accountEmailChanged

    package init() {}
}
