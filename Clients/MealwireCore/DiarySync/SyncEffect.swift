extension DiarySync {
    /// Something that the app must do.
    public enum Effect: Equatable, Sendable {
        /// Save changes of the store, all or none, after all earlier saves; then report `saved` or `saveFailed`.
        ///
        /// After a failure, all later saves must fail until one begins with ``StoreChange/replace(_:)``. Otherwise the
        /// store would lack a change in the middle.
        case save(Save)
        /// Send a request, if the session's user is still the request's; then report `answered` once.
        case send(Request)
        /// Report `woke` at a time.
        case wake(Wake)
        /// Open the store of a user; then report `opened`.
        case openStore(UserStore)
        /// Remove everything that is stored for a user.
        case wipe(UserStore)
        /// Tell the user that an entry was not removed, because another device has changed it.
        case removalOverruled(OverruledRemoval)
        /// An entry was removed by another device while it was changed here; it continues under another id.
        case revived(Revival)
    }

    /// Changes of the store.
    public struct Save: Codable, Equatable, Sendable {
        /// Counts saves since the store was opened, from 1.
        public var number: Int
        /// The user that the store belongs to.
        public var user: String
        /// The changes, in this order.
        public var changes: [StoreChange]

        /// Creates a value with these fields.
        public init(number: Int, user: String, changes: [StoreChange]) {
            self.number = number
            self.user = user
            self.changes = changes
        }
    }

    /// A request to the server.
    public struct Request: Codable, Equatable, Sendable {
        /// Counts requests, from 1.
        public var number: Int
        /// The user that the request is for.
        public var user: String
        /// The idempotency key; nil for reads.
        public var key: String?
        /// What to request.
        public var call: Call

        /// Creates a value with these fields.
        public init(number: Int, user: String, key: String? = nil, call: Call) {
            self.number = number
            self.user = user
            self.key = key
            self.call = call
        }
    }

    /// What a request asks of the server.
    public enum Call: Equatable, Sendable {
        /// `PUT /v1/diary/entries/{id}`, with `If-Match` if there is a version.
        case putEntry(PutCall)
        /// `DELETE /v1/diary/entries/{id}` with `If-Match`.
        case removeEntry(RemoveCall)
        /// Records a measurement under its id.
        case addMeasurement(Measurement)
        /// `DELETE /v1/profile/measurements/{id}`.
        case removeMeasurement(RemoveCall)
        /// Adds water under the addition's id.
        case addWater(WaterAddition)
        /// Removes an addition of water.
        case removeWater(WaterAddition)
        /// `GET /v1/diary/changes?since=`.
        case changes(ChangesCall)
        /// `GET /v1/profile/measurements`, all pages.
        case measurements
    }

    /// The parts of a request that puts an entry.
    public struct PutCall: Codable, Equatable, Sendable {
        /// The entry's id.
        public var id: String
        /// The version for `If-Match`; nil to create.
        public var version: Int?
        /// The content.
        public var content: EntryContent
        /// The wanted position.
        public var position: Int?

        /// Creates a value with these fields.
        public init(id: String, version: Int? = nil, content: EntryContent, position: Int? = nil) {
            self.id = id
            self.version = version
            self.content = content
            self.position = position
        }
    }

    /// The parts of a request that removes an object.
    public struct RemoveCall: Codable, Equatable, Sendable {
        /// The object's id.
        public var id: String
        /// The version for `If-Match`; nil for objects without versions.
        public var version: Int?

        /// Creates a value with these fields.
        public init(id: String, version: Int? = nil) {
            self.id = id
            self.version = version
        }
    }

    /// The parts of a request for changes.
    public struct ChangesCall: Codable, Equatable, Sendable {
        /// The cursor; nil for everything.
        public var cursor: String?

        /// Creates a value with these fields.
        public init(cursor: String? = nil) { self.cursor = cursor }
    }

    /// A time to wake at.
    public struct Wake: Codable, Equatable, Sendable {
        /// The time.
        public var at: Milliseconds

        /// Creates a value with these fields.
        public init(at: Milliseconds) { self.at = at }
    }

    /// The user of a store.
    public struct UserStore: Codable, Equatable, Sendable {
        /// The user's id.
        public var user: String

        /// Creates a value with these fields.
        public init(user: String) { self.user = user }
    }

    /// An entry that stays although the user removed it.
    public struct OverruledRemoval: Codable, Equatable, Sendable {
        /// The entry on the server.
        public var entry: DiaryEntry

        /// Creates a value with these fields.
        public init(entry: DiaryEntry) { self.entry = entry }
    }

    /// An entry that continues under another id.
    public struct Revival: Codable, Equatable, Sendable {
        /// The id that was removed.
        public var removed: String
        /// The id that goes on.
        public var entry: String

        /// Creates a value with these fields.
        public init(removed: String, entry: String) {
            self.removed = removed
            self.entry = entry
        }
    }
}
