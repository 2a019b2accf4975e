/// A user's e-mail address has changed.
///
/// The address is not included: only auth stores it, and events are stored for weeks.
package struct AccountEmailChanged: EventPayload {
    package static let type = EventType.accountEmailChanged

    package init() {}
}
