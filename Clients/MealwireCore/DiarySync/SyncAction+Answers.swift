extension DiarySync {
    /// A measurement of the user.
    public struct Measuring: Codable, Equatable, Sendable {
        /// A new UUID for the write.
        public var write: String
        /// The measurement, with a new UUID.
        public var measurement: Measurement
        /// The time.
        public var now: Milliseconds

        /// Creates a measuring.
        public init(write: String, measurement: Measurement, now: Milliseconds) {
            self.write = write
            self.measurement = measurement
            self.now = now
        }
    }

    /// Water that the user drank, or did not drink after all.
    public struct Drinking: Codable, Equatable, Sendable {
        /// A new UUID for the write.
        public var write: String
        /// The addition, with a new UUID; to take it back, the same one.
        public var water: WaterAddition
        /// The time.
        public var now: Milliseconds

        /// Creates a drinking.
        public init(write: String, water: WaterAddition, now: Milliseconds) {
            self.write = write
            self.water = water
            self.now = now
        }
    }

    /// A decision about a conflict.
    public struct Resolution: Codable, Equatable, Sendable {
        /// The id of the write.
        public var write: String
        /// The fields that keep this device's value; the others take the server's.
        public var mine: [EntryField]
        /// The time.
        public var now: Milliseconds

        /// Creates a decision.
        public init(write: String, mine: [EntryField], now: Milliseconds) {
            self.write = write
            self.mine = mine
            self.now = now
        }
    }

    /// The end of a refused write.
    public struct Dismissal: Codable, Equatable, Sendable {
        /// The id of the write.
        public var write: String
        /// The time.
        public var now: Milliseconds

        /// Creates a dismissal.
        public init(write: String, now: Milliseconds) {
            self.write = write
            self.now = now
        }
    }

    /// The outcome of a request.
    public struct Answered: Codable, Equatable, Sendable {
        /// The number of the request.
        public var request: Int
        /// The answer.
        public var answer: Answer
        /// The time.
        public var now: Milliseconds
        /// A random number from 0 to below 1, which spreads retries of many devices.
        public var jitter: Double

        /// Creates an outcome.
        public init(request: Int, answer: Answer, now: Milliseconds, jitter: Double = 0) {
            self.request = request
            self.answer = answer
            self.now = now
            self.jitter = jitter
        }
    }

    /// The outcome of a save.
    public struct SaveResult: Codable, Equatable, Sendable {
        /// The number of the save.
        public var number: Int

        /// Creates an outcome.
        public init(number: Int) { self.number = number }
    }

    /// A moment.
    public struct Moment: Codable, Equatable, Sendable {
        /// The time.
        public var now: Milliseconds

        /// Creates a moment.
        public init(now: Milliseconds) { self.now = now }
    }

    /// What the server answered to a request.
    public enum Answer: Equatable, Sendable {
        /// 200 or 201 with the entry.
        case entry(EntryAnswer)
        /// 200 or 201 with the measurement.
        case measurement(MeasurementAnswer)
        /// 200 or 201 with the day's water.
        case day(DayAnswer)
        /// The object is removed: 204, or 404 to a removal, or 410.
        case gone
        /// 412 with the entry on the server; nil if it was removed.
        case changed(ChangedAnswer)
        /// Another status from 400 to 499: repeating the request cannot help.
        case refused(Problem)
        /// 429 or 503: no request is welcome now.
        case busy(BusyAnswer)
        /// 500, 502 or 504: this request failed, perhaps after it took effect.
        case failed
        /// No answer arrived in time, or the request could not be sent.
        case lost
        /// 401, and the session could not be renewed.
        case sessionOver
        /// A page of changes.
        case page(ChangesPage)
        /// All measurements of the days that the app keeps.
        case measurements(MeasurementList)
    }

    /// An entry in an answer.
    public struct EntryAnswer: Codable, Equatable, Sendable {
        /// The entry after the request.
        public var entry: DiaryEntry

        /// Creates an answer.
        public init(entry: DiaryEntry) { self.entry = entry }
    }

    /// A measurement in an answer.
    public struct MeasurementAnswer: Codable, Equatable, Sendable {
        /// The measurement after the request.
        public var measurement: Measurement

        /// Creates an answer.
        public init(measurement: Measurement) { self.measurement = measurement }
    }

    /// A day in an answer.
    public struct DayAnswer: Codable, Equatable, Sendable {
        /// The day after the request.
        public var day: DayExtras

        /// Creates an answer.
        public init(day: DayExtras) { self.day = day }
    }

    /// The state on the server that contradicts a request.
    public struct ChangedAnswer: Codable, Equatable, Sendable {
        /// The entry on the server; nil if it was removed.
        public var current: DiaryEntry?

        /// Creates an answer.
        public init(current: DiaryEntry?) { self.current = current }
    }

    /// A server that takes no requests now.
    public struct BusyAnswer: Codable, Equatable, Sendable {
        /// The time of `Retry-After`, as a duration from now; nil without that header.
        public var retryAfter: Milliseconds?

        /// Creates an answer.
        public init(retryAfter: Milliseconds?) { self.retryAfter = retryAfter }
    }

    /// A page of `GET /v1/diary/changes`, in the JSON form of the HTTP interface.
    public struct ChangesPage: Codable, Equatable, Sendable {
        /// New or changed entries.
        public var items: [DiaryEntry]
        /// Ids of removed entries.
        public var deleted: [String]
        /// Days with changed water or note.
        public var days: [DayExtras]
        /// The cursor after these changes.
        public var cursor: String
        /// Whether more changes follow now.
        public var isMore: Bool
        /// Whether the copy must be discarded, because the given cursor is no longer valid.
        public var reset: Bool

        /// Creates a page.
        public init(
            items: [DiaryEntry],
            deleted: [String],
            days: [DayExtras],
            cursor: String,
            isMore: Bool,
            reset: Bool
        ) {
            self.items = items
            self.deleted = deleted
            self.days = days
            self.cursor = cursor
            self.isMore = isMore
            self.reset = reset
        }
    }

    /// The measurements on the server.
    public struct MeasurementList: Codable, Equatable, Sendable {
        /// The measurements.
        public var items: [Measurement]

        /// Creates a list.
        public init(items: [Measurement]) { self.items = items }
    }
}
