extension Event {
    /// Returns the position of this event among the facts of a ``Snapshot``.
    ///
    /// - Throws: `ServiceError` if the payload cannot be read.
    package func snapshotPosition() throws(ServiceError) -> Snapshot.Position {
        Snapshot.Position(subject: subject, type: type, factKey: try factKey())
    }

    /// Returns the key of the payload; see ``EventPayload/factKey``.
    ///
    /// - Throws: `ServiceError` if the payload cannot be read.
    package func factKey() throws(ServiceError) -> String {
        switch type {
        case .targetChanged: try data.decode(TargetChanged.self).factKey
        case .dayChanged: try data.decode(DayChanged.self).factKey
        case .dayMeasured: try data.decode(DayMeasured.self).factKey
        case .dayShared: try data.decode(DayShared.self).factKey
        case .foodLogged: try data.decode(FoodLogged.self).factKey
        case .accountCreated, .accountErased, .accountEmailChanged, .sessionsEnded, .profileChanged, .diaryDataChanged:
            ""
        }
    }
}

extension Snapshot.Position {
    /// The position after one fact.
    ///
    /// Positions sort by user, then type, then key.
    package init(subject: UserID, type: EventType, factKey: String) {
        self.init(subject: subject, key: "\(type.rawValue) \(factKey)")
    }
}
