extension DiarySync {
    /// Something that happened.
    public enum Action: Equatable, Sendable {
        /// The app has read a user's store, at its start or after ``Effect/openStore(_:)``.
        case opened(Opening)
        /// A session of a user began.
        case signedIn(SignIn)
        /// The session ended; writes are kept.
        case sessionEnded
        /// The account was erased, or the user discarded everything on this device.
        case erased
        /// The user made an entry.
        case create(EntryCreation)
        /// The user changed an entry.
        case change(EntryEdit)
        /// The user removed an entry.
        case remove(Removal)
        /// The user took the removal of an entry back.
        case restore(EntryRestoration)
        /// The user recorded a measurement.
        case measure(Measuring)
        /// The user removed a measurement.
        case unmeasure(Removal)
        /// The user drank water.
        case drink(Drinking)
        /// The user took an addition of water back.
        case undrink(Drinking)
        /// The user decided a conflict.
        case resolve(Resolution)
        /// The user gave up a refused write.
        case dismiss(Dismissal)
        /// A request has an answer, or has failed.
        case answered(Answered)
        /// A save, and all saves before it, are on the disk.
        case saved(SaveResult)
        /// A save failed, for example because the disk is full.
        case saveFailed(SaveResult)
        /// Time has passed: a timer of ``Effect/wake(_:)`` ended.
        case woke(Moment)
        /// The line may work again: the app came to the front, or the network changed.
        case online(Moment)
        /// The server may have changes: the app started, or a live hint arrived.
        case sync(Moment)
    }

    /// The contents of a store that was opened.
    public struct Opening: Codable, Equatable, Sendable {
        /// The contents.
        public var stored: Stored
        /// The time.
        public var now: Milliseconds

        /// Creates an opening.
        public init(stored: Stored, now: Milliseconds) {
            self.stored = stored
            self.now = now
        }
    }

    /// A session that began.
    public struct SignIn: Codable, Equatable, Sendable {
        /// The id of the session's user.
        public var user: String
        /// The time.
        public var now: Milliseconds

        /// Creates a sign-in.
        public init(user: String, now: Milliseconds) {
            self.user = user
            self.now = now
        }
    }

    /// A new entry.
    public struct EntryCreation: Codable, Equatable, Sendable {
        /// A new UUID for the write.
        public var write: String
        /// A new UUID for the entry.
        public var entry: String
        /// The entry's content.
        public var content: EntryContent
        /// What is shown until the server has answered.
        public var preview: EntryPreview
        /// The wanted position within the meal; nil for the last.
        public var position: Int?
        /// The time.
        public var now: Milliseconds

        /// Creates a creation.
        public init(
            write: String,
            entry: String,
            content: EntryContent,
            preview: EntryPreview,
            position: Int? = nil,
            now: Milliseconds
        ) {
            self.write = write
            self.entry = entry
            self.content = content
            self.preview = preview
            self.position = position
            self.now = now
        }
    }

    /// A change of an entry that is shown.
    public struct EntryEdit: Codable, Equatable, Sendable {
        /// A new UUID for the write.
        public var write: String
        /// The entry's id.
        public var entry: String
        /// The changed fields.
        public var changes: EntryChanges
        /// What is shown until the server has answered; nil for what is shown now.
        public var preview: EntryPreview?
        /// The wanted position within the meal; nil for no wish.
        public var position: Int?
        /// The time.
        public var now: Milliseconds

        /// Creates an edit.
        public init(
            write: String,
            entry: String,
            changes: EntryChanges,
            preview: EntryPreview? = nil,
            position: Int? = nil,
            now: Milliseconds
        ) {
            self.write = write
            self.entry = entry
            self.changes = changes
            self.preview = preview
            self.position = position
            self.now = now
        }
    }

    /// A removal of an object that is shown.
    public struct Removal: Codable, Equatable, Sendable {
        /// A new UUID for the write.
        public var write: String
        /// The object's id.
        public var id: String
        /// The time.
        public var now: Milliseconds

        /// Creates a removal.
        public init(write: String, id: String, now: Milliseconds) {
            self.write = write
            self.id = id
            self.now = now
        }
    }

    /// A removal that is taken back.
    public struct EntryRestoration: Codable, Equatable, Sendable {
        /// The id of the removed entry.
        public var removed: String
        /// The entry to create if the removal may have reached the server, with the content before the removal.
        public var creation: EntryCreation

        /// Creates a restoration.
        public init(removed: String, creation: EntryCreation) {
            self.removed = removed
            self.creation = creation
        }
    }
}
