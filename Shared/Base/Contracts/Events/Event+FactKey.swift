extension Event {
    /// Returns the position of this event among the facts of a ``Snapshot``.
    ///
    /// - Throws: `ServiceError` if the payload cannot be read.
    package func snapshotPosition() throws(ServiceError) -> Snapshot.Position {
        Snapshot.Position(subject: subject, type: type, factKey: try factKey())
    }

    /// Returns the key of the payload; see ``EventPayload/factKey``.
    ///
    /// A type that this version does not know has the empty key: its facts are skipped, and need no position.
    ///
    /// - Throws: `ServiceError` if the payload cannot be read.
    package func factKey() throws(ServiceError) -> String {
        guard let payloadType else { return "" }
        return try data.decode(payloadType).factKey
    }

    /// The type of the payload; nil if this version does not know it.
    var payloadType: (any EventPayload.Type)? { API.events.first { $0.type == type } }
}

extension Snapshot.Position {
    /// The position after one fact.
    ///
    /// Positions sort by user, then type, then key.
    package init(subject: UserID, type: EventType, factKey: String) {
        self.init(subject: subject, key: "\(type.rawValue) \(factKey)")
    }
}
