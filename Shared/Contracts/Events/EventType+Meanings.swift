extension EventType {
    /// One or two sentences for documents.
    package var sentence: String {
        switch self {
        case .accountCreated: "A user has registered."
        case .accountErased: "A user has left. Every service that stores data about them erases it."
        case .accountEmailChanged: "A user's e-mail address has changed. The event does not have the address."
        case .sessionsEnded: "Sessions of a user have ended, although their access tokens may not have expired."
        case .profileChanged: "The part of a profile that other services need, in its current state."
        case .targetChanged: "A target applies from a day on, until a later one does."
        case .dayChanged: "A day of a diary in its current state: only what a ranking needs."
        case .foodLogged: "A user's use of one food in its current state."
        case .dayMeasured: "The measurements of a user on one day, in their current state."
        case .diaryDataChanged: "The cart, or water or note of a day, has changed."
        case .dayShared: "The shared foods of a user on one day, in their current state."
        }
    }
}
