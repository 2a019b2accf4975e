/// Keeps a user's diary on the device: a copy of the server's data, and a queue of writes.
///
/// - A write is saved, then sent. It stays in the queue until the server has confirmed it, the user has decided its
///   conflict, or the user has given up its refusal.
/// - Writes are safe to repeat: objects have ids of the device, changes name a version, requests have keys.
/// - Of one object, one write is sent at a time. A later one takes the version that the earlier one was answered.
/// - An entry that was never sent vanishes with its removal.
/// - On 412 the contents are merged by field. Only a field that both sides changed asks. A change wins over a removal.
/// - Changes are pulled in pages while no write is open, so that a page is never older than an answer in the copy.
/// - Nothing is sent for another user than the store's, or without a session.
public enum DiarySync: Reducer {
    /// Bounds and times.
    public enum Limits {
        /// Writes that are open at once: browsers have six connections to a server, and live hints need one.
        public static let openWritesMax = 4
        /// The wait after the first failure: long enough for a change of the network.
        public static let retryMin: Milliseconds = 1_000
        /// The longest wait without `Retry-After`: the user sees an old state for five minutes at most.
        public static let retryMax: Milliseconds = 300_000
    }

    /// Changes the state as an action demands.
    public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        var turn = Turn()
        switch action {
        case .opened(let opening): state.open(opening, &turn)
        case .signedIn(let signIn): state.signIn(signIn, &turn)
        case .sessionEnded: state.endSession(&turn)
        case .erased: state.erase(&turn)
        case .create(let creation): state.create(creation, &turn)
        case .change(let edit): state.edit(edit, &turn)
        case .remove(let removal): state.remove(removal, &turn)
        case .restore(let restoration): state.restore(restoration, &turn)
        case .measure(let measuring):
            state.add(measuring.write, .addMeasurement(measuring.measurement), measuring.now, &turn)
        case .unmeasure(let removal): state.removeMeasurement(removal, &turn)
        case .drink(let drinking): state.add(drinking.write, .addWater(drinking.water), drinking.now, &turn)
        case .undrink(let drinking):
            state.takeBack(drinking.write, .removeWater(drinking.water), drinking.now, &turn)
        case .resolve(let resolution): state.resolve(resolution, &turn)
        case .dismiss(let dismissal): state.dismiss(dismissal, &turn)
        case .answered(let answered): state.answer(answered, &turn)
        case .saved(let result): state.release(through: result.number, &turn)
        case .saveFailed(let result): state.failSave(result.number, &turn)
        case .woke(let moment): turn.now = moment.now
        case .online(let moment): state.comeOnline(moment.now, &turn)
        case .sync(let moment): state.requestPull(moment.now, &turn)
        }
        if let now = turn.now { state.advance(now, &turn) }
        return state.finish(turn)
    }
}

extension DiarySync {
    /// What one action changes besides the state in memory.
    struct Turn {
        /// The time, if the action may lead to requests.
        var now: Milliseconds?
        /// Changes to save.
        var changes: [StoreChange] = []
        /// Effects after the save.
        var effects: [Effect] = []
    }

    /// Everything that the device knows, and the requests that are open.
    public struct State: Codable, Equatable, Sendable {
        /// What is saved, or being saved.
        public internal(set) var stored = Stored(user: "")
        /// The user of the session; nil without a session.
        public internal(set) var sessionUser: String?
        /// The requests without an answer.
        public internal(set) var requests: [OpenRequest] = []
        /// The pull of changes.
        public internal(set) var changes = Pull()
        /// The pull of measurements.
        public internal(set) var measurements = Pull()
        /// The number of failures of the line or the server since the last answer.
        public internal(set) var failures = 0
        /// The time before which nothing is sent.
        public internal(set) var retryAt: Milliseconds?
        /// The time of `Retry-After`, before which nothing is sent even if the line works again.
        public internal(set) var notBefore: Milliseconds?
        /// The time of the last wake effect, while it lies ahead.
        public internal(set) var wakeAt: Milliseconds?
        /// The number of the last save.
        public internal(set) var lastSave = 0
        /// The number of the last request.
        public internal(set) var lastRequest = 0
        /// Whether the last save failed.
        ///
        /// Then changes are only in memory, and the app must say so.
        public internal(set) var isUnsaved = false

        /// A rule that is broken on purpose; only tests set it.
        package var mutation: SyncMutation?

        /// Creates a state without a store.
        public init() {}

        private enum CodingKeys: String, CodingKey {
            case stored
            case sessionUser
            case requests
            case changes
            case measurements
            case failures
            case retryAt
            case notBefore
            case wakeAt
            case lastSave
            case lastRequest
            case isUnsaved
        }

        /// Whether requests may be sent: there is a session of the store's user.
        public var isActive: Bool {
            if mutation == .sendsForOthers, sessionUser != nil { return !stored.user.isEmpty }
            if mutation == .sendsWithoutSession, sessionUser == nil { return !stored.user.isEmpty }
            return !stored.user.isEmpty && sessionUser == stored.user
        }
    }

    /// A request without an answer.
    public struct OpenRequest: Codable, Equatable, Sendable {
        /// The request.
        public var request: Request
        /// The id of the write that it sends; nil for a pull.
        public var write: String?
        /// The save that it waits for; nil if it was sent.
        public var save: Int?

        /// Creates a value with these fields.
        public init(request: Request, write: String? = nil, save: Int? = nil) {
            self.request = request
            self.write = write
            self.save = save
        }
    }

    /// The state of a repeated read.
    public struct Pull: Codable, Equatable, Sendable {
        /// Whether the server may have something new.
        public var isWanted: Bool
        /// The number of the open request.
        public var request: Int?

        /// Creates a pull; at first it is not wanted.
        init(isWanted: Bool = false, request: Int? = nil) {
            self.isWanted = isWanted
            self.request = request
        }
    }
}
