public import Calendar
public import JSONCoding

/// The kind of the ids of imports; an import has the id of its upload.
public enum ImportKind {}
public typealias ImportID = Identifier<ImportKind>

/// The transfer of diary files between processes: in pages, one per message.
package enum ImportTransfer {
    /// The accepted media types; the request's format and the bytes determine the real type.
    package static let mediaTypes = [
        "text/csv", "text/plain", "text/tab-separated-values", "application/csv", "application/json",
        "application/octet-stream", "application/vnd.ms-excel",
    ]
    /// Maximum size of a file, in bytes: decades of a diary as text.
    package static let fileBytesMax = 50 * 1_024 * 1_024
    /// Maximum size of a page, in bytes: as base64, which adds a third, and with its envelope, below 512 KB.
    package static let pageBytesMax = 360 * 1_024
    /// Number of pages of the largest file.
    package static let pagesMax = (fileBytesMax + pageBytesMax - 1) / pageBytesMax
    /// Maximum number of rows: decades of a diary.
    ///
    /// Part of each row is in memory while the file is read.
    package static let rowsMax = 500_000
    /// How long an uploaded file is stored, in seconds; users decide on a preview within minutes.
    package static let lifetimeS = 3_600
}

/// The application that wrote the file.
public enum DiaryImportFormat: String, Codable, Sendable, CaseIterable {
    /// Mealwire's own export, CSV or JSON.
    case mealwire
    /// MyFitnessPal's summary of nutrition by meal.
    case myFitnessPal
    /// Cronometer's servings.
    case cronometer
    /// Lose It!'s logged foods.
    case loseIt
    /// A user's own table: date, name and kcal, optionally meal and nutrients.
    case table
}

/// The order of the parts of a date.
public enum DateOrder: String, Codable, Sendable, CaseIterable {
    case dayFirst
    case monthFirst
    case yearFirst
}

/// Uploads one page of a file, in the order of the pages.
///
/// The same page again replaces the first one. The first page of an upload deletes the user's earlier uploads without a
/// preview; a file with a preview is kept until the next one has its own.
package struct DiaryImportsPage: Contract {
    package typealias Reply = Empty

    package static let method = Method("diary.imports.page", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.range(\.page, 0...ImportTransfer.pagesMax - 1)]

    package var upload: ImportID
    /// The number of the page, from 0.
    package var page: Int
    package var base64: String

    package init(upload: ImportID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Parses the pages of an upload as a diary, and returns a preview of the import.
///
/// Does not change the diary. The new preview replaces the previous one, which can no longer be applied. The same file
/// under the same idempotency key gets the first reply again, and the new upload is deleted. Another file under that
/// key is a conflict.
package struct DiaryImportsMake: Contract {
    package typealias Reply = DiaryImport

    package static let method = Method("diary.imports.make", of: .diaryImports, .keyedWrite, .user, timeoutMs: 120_000)

    package static let rules: Rules<Self> = [.range(\.pages, 1...ImportTransfer.pagesMax)]

    package var upload: ImportID
    /// Number of pages.
    package var pages: Int
    package var format: DiaryImportFormat
    /// Required for dates that are not written YYYY-MM-DD.
    package var dateOrder: DateOrder?

    package init(upload: ImportID, pages: Int, format: DiaryImportFormat, dateOrder: DateOrder? = nil) {
        self.upload = upload
        self.pages = pages
        self.format = format
        self.dateOrder = dateOrder
    }
}

/// Adds an import to the caller's diary.
///
/// After an interruption the same request continues where it ended; repeating a finished one changes nothing.
public struct DiaryImportsApply: Contract {
    public typealias Reply = DiaryImportOutcome

    public static let method = Method("diary.imports.apply", of: .diaryImports, .keyedWrite, .user, timeoutMs: 120_000)
        .route(
            .post,
            "/v1/diary/imports/{id}/apply",
            "Adds the entries of an import to the diary.",
            scope: .diaryWrite,
            errors: [.notFound, .conflict, .tooManyRequests]
        )

    public var id: ImportID
    /// Whether to overwrite entries changed or removed here since; by default they remain as they are.
    public var replace: Bool?

    public init(id: ImportID, replace: Bool? = nil) {
        self.id = id
        self.replace = replace
    }
}

/// The content of a file, and the effect of applying it.
public struct DiaryImport: Codable, Sendable, Equatable {
    /// A meal of the file without an equivalent in Mealwire.
    public struct OtherMeal: Codable, Sendable, Equatable {
        public var name: String
        public var entries: Int

        public init(name: String, entries: Int) {
            self.name = name
            self.entries = entries
        }
    }

    /// One of the first entries.
    public struct Sample: Codable, Sendable, Equatable {
        public var date: PlainDate
        public var meal: Meal
        public var name: String
        public var kcal: Double

        public init(date: PlainDate, meal: Meal, name: String, kcal: Double) {
            self.date = date
            self.meal = meal
            self.name = name
            self.kcal = kcal
        }
    }

    /// A warning about the file as a whole.
    public struct Warning: Codable, Sendable, Equatable {
        public enum Code: String, Codable, Sendable, CaseIterable {
            /// An export without its last row: truncated, or written before exports had one.
            case noEnd
            /// The last row announces `told` rows, but there are `found`.
            case rowsDiffer
            /// The rows are not those that were exported.
            case edited
        }

        public var code: Code
        public var params: [String: String]
        public var message: String

        public init(_ code: Code, _ message: String, params: [String: String] = [:]) {
            (self.code, self.message, self.params) = (code, message, params)
        }
    }

    /// Maximum number of rejected rows that are listed; all are counted.
    public static let refusalsMax = 100
    /// Maximum number of entries that are shown.
    public static let samplesMax = 20
    /// Maximum number of unknown meals that are listed.
    public static let otherMealsMax = 20

    public var id: ImportID
    public var format: DiaryImportFormat
    /// Number of all rows.
    public var rows: Int
    public var entries: Int
    /// Number of days with water or a note.
    public var extras: Int
    /// Number of plans; omitted without plans.
    public var plans: Int?
    /// Number of favourite foods; omitted without favourites.
    public var favourites: Int?
    /// Number of days in the file.
    public var days: Int
    /// The first day; null if there is none.
    @Nullable public var from: PlainDate?
    @Nullable public var to: PlainDate?
    /// The energy of all entries.
    public var kcal: Double
    /// Number of entries, extras, plans and favourites that would be added.
    public var new: Int
    public var alreadyThere: Int
    /// Number of those that exist with different content.
    public var differing: Int
    /// Number of entries that were removed here.
    public var removedBefore: Int
    /// Number of rows that are not foods, such as totals and exercise.
    public var passedOver: Int
    public var refusedCount: Int
    /// The first of the rejected rows.
    public var refused: [Refusal]
    public var warnings: [Warning]
    /// Meals that are imported as snacks.
    public var otherMeals: [OtherMeal]
    public var sample: [Sample]
    /// The time until which it can be applied; RFC 3339, UTC.
    public var expiresAt: String

    public init(id: ImportID, format: DiaryImportFormat, expiresAt: String) {
        self.id = id
        self.format = format
        self.expiresAt = expiresAt
        (rows, entries, extras, days, kcal) = (0, 0, 0, 0, 0)
        (new, alreadyThere, differing, removedBefore, passedOver, refusedCount) = (0, 0, 0, 0, 0, 0)
        (_from, _to) = (Nullable(wrappedValue: nil), Nullable(wrappedValue: nil))
        (refused, warnings, otherMeals, sample) = ([], [], [], [])
    }
}

/// The result of applying an import.
public struct DiaryImportOutcome: Codable, Sendable, Equatable {
    /// Maximum number of full days that are listed; all rejected entries are counted.
    public static let fullDaysMax = 20

    public var id: ImportID
    public var added: Int
    /// Number of entries that already existed.
    public var unchanged: Int
    /// Number of entries that were changed or removed here, and were left so.
    public var kept: Int
    public var replaced: Int
    public var refused: Int
    /// The first of the days that had no room for all of their entries, which were rejected.
    public var fullDays: [PlainDate] = []

    public init(id: ImportID, added: Int = 0, unchanged: Int = 0, kept: Int = 0, replaced: Int = 0, refused: Int = 0) {
        self.id = id
        self.added = added
        self.unchanged = unchanged
        self.kept = kept
        self.replaced = replaced
        self.refused = refused
    }
}

extension API {
    /// The contracts of this file.
    static let imports: [any Contract.Type] = [DiaryImportsPage.self, DiaryImportsMake.self, DiaryImportsApply.self]
}
