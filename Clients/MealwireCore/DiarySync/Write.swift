/// A change of the user that the server has not confirmed.
public struct Write: Codable, Equatable, Sendable {
    /// A UUID of the device.
    public var id: String
    /// The place in the queue: writes of one object are sent in this order.
    public var order: Int
    /// What to do.
    public var change: WriteChange
    /// The number of the change's content; each content is sent under a key of its own.
    public var revision: Int
    /// When this revision was first sent; nil before.
    public var firstSentAt: Milliseconds?
    /// How often this revision was sent, or decided to be sent.
    ///
    /// From 1 on the server may have executed it, even if no answer has arrived.
    public var attempts: Int
    /// What has become of it.
    public var status: WriteStatus
    /// The number of failures of this write that say nothing about other writes.
    public var failures: Int
    /// The time before which it is not sent again.
    public var retryAt: Milliseconds?
    /// Whether pulled changes may be newer than an answer to it, so that the answer must not enter the copy.
    public var isOvertaken: Bool

    /// Creates a write that waits.
    public init(id: String, order: Int, change: WriteChange) {
        self.id = id
        self.order = order
        self.change = change
        revision = 1
        attempts = 0
        status = .waiting
        failures = 0
        isOvertaken = false
    }

    /// The idempotency key of the current revision: the same content always has the same key.
    ///
    /// The time is a part of it for the case that a revision was sent, but not saved: after a restart another content
    /// may have the same number.
    public var key: String { "\(id).\(revision).\(firstSentAt ?? 0)" }

    /// The object that the write changes.
    public var subject: WriteSubject { change.subject }

    /// Whether the server has certainly not executed it, so that it can still be changed or dropped.
    var isChangeable: Bool {
        switch status {
        case .waiting: attempts == 0
        case .sent: false
        case .conflict, .refused: true
        }
    }

    /// Replaces the content, and starts again with it.
    mutating func replace(_ change: WriteChange) {
        self.change = change
        revision += 1
        firstSentAt = nil
        attempts = 0
        failures = 0
        retryAt = nil
        isOvertaken = false
        status = .waiting
    }
}

/// What has become of a write.
///
/// A confirmed write leaves the queue.
public enum WriteStatus: Equatable, Sendable {
    /// Stored, and not being sent.
    case waiting
    /// Being sent, or decided to be sent.
    case sent
    /// Another device changed the same fields; the user decides.
    case conflict(WriteConflict)
    /// The server refused it; it stays until the user corrects or dismisses it.
    case refused(Problem)
}

/// A disagreement of two devices about an entry.
public struct WriteConflict: Codable, Equatable, Sendable {
    /// The entry on the server.
    public var theirs: DiaryEntry
    /// The fields that both devices have changed.
    public var fields: [EntryField]

    /// Creates a conflict.
    public init(theirs: DiaryEntry, fields: [EntryField]) {
        self.theirs = theirs
        self.fields = fields
    }
}

/// A refusal of the server, from its problem document.
public struct Problem: Codable, Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The code for programs, for example `invalid`.
    public var code: String
    /// A sentence for the user.
    public var detail: String

    /// Creates a problem.
    public init(status: Int, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

/// The kind and the id of an object.
public struct WriteSubject: Codable, Hashable, Sendable {
    /// The kind of an object.
    public enum Kind: String, Codable, Sendable {
        /// An entry of the diary.
        case entry
        /// A measurement.
        case measurement
        /// An addition of water.
        case water
    }

    /// The kind of the object.
    public var kind: Kind
    /// The object's id.
    public var id: String

    /// Creates a subject.
    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }
}

/// What a write does.
public enum WriteChange: Equatable, Sendable {
    /// Creates or changes an entry.
    case putEntry(EntryPut)
    /// Removes an entry.
    case removeEntry(EntryRemoval)
    /// Records a measurement.
    case addMeasurement(Measurement)
    /// Removes a measurement.
    case removeMeasurement(Measurement)
    /// Adds water to a day.
    case addWater(WaterAddition)
    /// Takes an addition of water back.
    case removeWater(WaterAddition)

    /// The object that it changes.
    public var subject: WriteSubject {
        switch self {
        case .putEntry(let put): WriteSubject(.entry, put.id)
        case .removeEntry(let removal): WriteSubject(.entry, removal.id)
        case .addMeasurement(let measurement), .removeMeasurement(let measurement):
            WriteSubject(.measurement, measurement.id)
        case .addWater(let water), .removeWater(let water): WriteSubject(.water, water.id)
        }
    }

    /// The creation or change of an entry, if it is one.
    var put: EntryPut? {
        if case .putEntry(let put) = self { put } else { nil }
    }

    /// The removal of an entry, if it is one.
    var removal: EntryRemoval? {
        if case .removeEntry(let removal) = self { removal } else { nil }
    }
}

/// The state that a change of an entry starts from.
public struct EntryBase: Codable, Equatable, Sendable {
    /// The content before the change.
    public var content: EntryContent
    /// The version on the server; nil while an earlier write of the entry has no answer, and for an entry that was
    /// removed on the server and is created again.
    public var version: Int?

    /// Creates a base.
    public init(content: EntryContent, version: Int?) {
        self.content = content
        self.version = version
    }

    /// Creates the base that an entry of the server is.
    init(_ entry: DiaryEntry) { self.init(content: entry.content, version: entry.version) }
}

/// Creates or changes an entry.
public struct EntryPut: Codable, Equatable, Sendable {
    /// The entry's id.
    public var id: String
    /// The content after the change.
    public var content: EntryContent
    /// What is shown until the server has answered.
    public var preview: EntryPreview
    /// The wanted position within the meal; nil for the present one, or the last.
    public var position: Int?
    /// What the change starts from; nil for a new entry.
    public var base: EntryBase?
    /// Whether the server may have had the change before the entry was removed and continued under this id.
    public var isUnsure: Bool

    /// Creates a put.
    public init(id: String, content: EntryContent, preview: EntryPreview, position: Int?, base: EntryBase?) {
        self.id = id
        self.content = content
        self.preview = preview
        self.position = position
        self.base = base
        isUnsure = false
    }

    /// Whether it changes nothing of its base.
    var isWithoutEffect: Bool { position == nil && base?.content == content }
}

/// Removes an entry.
public struct EntryRemoval: Codable, Equatable, Sendable {
    /// The entry's id.
    public var id: String
    /// The state that the user saw.
    public var base: EntryBase

    /// Creates a removal.
    public init(id: String, base: EntryBase) {
        self.id = id
        self.base = base
    }
}
