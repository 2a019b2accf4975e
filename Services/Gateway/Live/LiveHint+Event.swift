package import Contracts

extension LiveHint {
    /// Types of diary events that cause hints.
    package static let diaryTypes: [EventType] = [.dayChanged, .diaryDataChanged]
    /// Types of profile events that cause hints.
    package static let profileTypes: [EventType] = [.profileChanged, .targetChanged, .dayMeasured]

    /// Makes a hint for the user of an event; nil if the event is of no interest to clients.
    ///
    /// If a payload has no version, the event's sequence number in its service is the version.
    ///
    /// - Parameter event: The event as published by its service.
    /// - Throws: An error if the payload does not match the event's type.
    package init?(_ event: Event) throws(ServiceError) {
        // The user was erased, so no client needs the hint.
        if event.isScrubbed { return nil }
        let position = Int(event.sequence)
        switch event.type {
        case .dayChanged: self.init(kind: .day, date: try event.data.decode(DayChanged.self).date, version: position)
        case .diaryDataChanged:
            let change = try event.data.decode(DiaryDataChanged.self)
            self.init(kind: Self.kind(of: change), date: change.date, id: change.id, version: change.version)
        case .targetChanged:
            let target = try event.data.decode(TargetChanged.self).target
            self.init(kind: .target, date: target.from, version: position)
        case .profileChanged: self.init(kind: .profile, version: position)
        case .dayMeasured:
            self.init(kind: .profile, date: try event.data.decode(DayMeasured.self).date, version: position)
        // Other types do not affect what clients show.
        default: return nil
        }
    }

    private static func kind(of change: DiaryDataChanged) -> Kind {
        switch change.kind {
        case .cart: .cart
        case .extras: .extras
        case .favourites: .favourites
        case .plan: .plan
        case .shopping: .shopping
        }
    }
}
