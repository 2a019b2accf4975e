/// An event that changes what devices show; gateways turn it into hints.
///
/// It concerns the devices of the event's subject, and those of all users if it has none.
package protocol LiveEventPayload: EventPayload {
    /// Returns the hints for the affected devices.
    ///
    /// - Parameter position: The position of the event in its service's outbox: the version of data without one.
    /// - Returns: The hints; nil if devices must fetch everything again.
    func hints(at position: Int) -> [LiveHint]?
}

extension ServiceDescription {
    /// The types of its events that change what devices show.
    package var liveEvents: [EventType] { events.compactMap { ($0 as? any LiveEventPayload.Type)?.type } }
}

extension Event {
    /// Returns the change that devices show; nil for a type without one, and for a user erased since.
    ///
    /// - Throws: `ServiceError` if the payload cannot be read.
    package func liveChange() throws(ServiceError) -> (any LiveEventPayload)? {
        guard !isScrubbed, let payload = payloadType as? any LiveEventPayload.Type else { return nil }
        return try data.decode(payload)
    }
}

extension DayChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? { [LiveHint(kind: .day, date: date, version: position)] }
}

extension DiaryDataChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? {
        [LiveHint(kind: hintKind, date: date, id: id, version: version)]
    }

    private var hintKind: LiveHint.Kind {
        switch kind {
        case .cart: .cart
        case .extras: .extras
        case .favourites: .favourites
        case .plan: .plan
        case .shopping: .shopping
        }
    }
}

extension TargetChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? {
        [LiveHint(kind: .target, date: target.from, version: position)]
    }
}

extension ProfileChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? { [LiveHint(kind: .profile, version: position)] }
}

extension DayMeasured: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? { [LiveHint(kind: .profile, date: date, version: position)] }
}

extension BoardChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? {
        board.map { [LiveHint(kind: .board, id: $0, version: position)] }
    }
}

extension GroupChanged: LiveEventPayload {
    package func hints(at position: Int) -> [LiveHint]? {
        [LiveHint(kind: .group, id: group.description, version: position)]
            + challenges.map { LiveHint(kind: .challenge, id: $0.description, version: position) }
    }
}
