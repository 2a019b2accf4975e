package import Contracts

extension LiveHint {
    /// Types of events of the diary that hints tell of.
    package static let diaryTypes: [EventType] = [.dayChanged, .bookChanged]
    /// Types of events of profiles that hints tell of.
    package static let profileTypes: [EventType] = [.profileChanged, .targetChanged, .dayMeasured]

    /// What an event tells the devices of its user; nil for what concerns none.
    ///
    /// Where a payload has no version, the event's place in the order of its service is one.
    ///
    /// - Parameter event: As its service tells it.
    /// - Throws: What a payload throws that is not of its type.
    package init?(_ event: Event) throws(ServiceError) {
        // Its user was erased, and no device is theirs.
        if event.isScrubbed { return nil }
        let place = Int(event.sequence)
        switch event.type {
        case .dayChanged: self.init(kind: .day, date: try event.data.decode(DayChanged.self).date, version: place)
        case .bookChanged:
            let change = try event.data.decode(BookChanged.self)
            self.init(kind: Self.kind(of: change), date: change.date, version: change.version)
        case .targetChanged:
            let target = try event.data.decode(TargetChanged.self).target
            self.init(kind: .target, date: target.from, version: place)
        case .profileChanged: self.init(kind: .profile, version: place)
        case .dayMeasured:
            self.init(kind: .profile, date: try event.data.decode(DayMeasured.self).date, version: place)
        // Not of what somebody's devices show.
        default: return nil
        }
    }

    private static func kind(of change: BookChanged) -> Kind {
        switch change.kind {
        case .cart: .cart
        case .extras: .extras
        }
    }
}
