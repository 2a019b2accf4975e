/// The kind of an import's id, which is its upload's.
package enum ImportKind {}
package typealias ImportID = Identifier<ImportKind>

/// How files of diaries travel between processes: in pages, each in a message of its own.
package enum ImportTransfer {
    /// The largest file: decades of a diary as text.
    package static let fileBytesMax = 50 * 1_024 * 1_024
    /// Bytes of a page: with a third more as base64, and what stands around it, less than 512 KB.
    package static let pageBytesMax = 360 * 1_024
    /// Pages of the largest file.
    package static let pagesMax = (fileBytesMax + pageBytesMax - 1) / pageBytesMax
    /// Rows of the largest file, decades of a diary: some of each is in memory while the file is read.
    package static let rowsMax = 500_000
    /// How long a file that was sent is kept, in seconds: whoever looks at a preview decides within minutes.
    package static let lifetimeS = 3_600
}

/// Whose file it is.
package enum DiaryImportFormat: String, Codable, Sendable, CaseIterable {
    /// Mealwire's own export, CSV or JSON.
    case mealwire
    /// The summary of nutrition by meal of MyFitnessPal.
    case myFitnessPal
    /// The servings of Cronometer.
    case cronometer
    /// The logged foods of Lose It!
    case loseIt
    /// One's own table: date, name and kcal, and maybe meal and nutrients.
    case table
}

/// In which order the parts of a date stand.
package enum DateOrder: String, Codable, Sendable, CaseIterable {
    case dayFirst
    case monthFirst
    case yearFirst
}

/// Brings one page of a file that is on its way, in the order of the pages.
///
/// The same page again takes the place of the first. The first page of an upload drops what its user's earlier uploads have
/// left that nobody has looked at; a file with a preview stays until the next one has its own.
package struct DiaryImportsPage: Contract {
    package typealias Reply = Empty

    package static let method = Method("diary.imports.page", of: .diary, .keyedWrite, .user)

    package var upload: ImportID
    /// From 0.
    package var page: Int
    package var base64: String

    package init(upload: ImportID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Reads the pages of an upload as a diary, and says what applying it would do.
///
/// It changes nothing in the diary. Its preview takes the place of the one before, which cannot be applied any more. The same
/// file under the same idempotency key gets the answer of the first time, and what was sent now is forgotten; another file
/// under it is a conflict.
package struct DiaryImportsMake: Contract {
    package typealias Reply = DiaryImport

    package static let method = Method("diary.imports.make", of: .diaryImports, .keyedWrite, .user, timeoutMs: 120_000)

    package var upload: ImportID
    /// How many pages there are.
    package var pages: Int
    package var format: DiaryImportFormat
    /// Needed for dates that are not written YYYY-MM-DD.
    package var dateOrder: DateOrder?

    package init(upload: ImportID, pages: Int, format: DiaryImportFormat, dateOrder: DateOrder? = nil) {
        self.upload = upload
        self.pages = pages
        self.format = format
        self.dateOrder = dateOrder
    }
}

/// Writes an import into the caller's diary.
///
/// Broken off by whatever, the same request goes on where it ended; a second time changes nothing.
package struct DiaryImportsApply: Contract {
    package typealias Reply = DiaryImportOutcome

    package static let method = Method(
        "diary.imports.apply",
        of: .diaryImports,
        .keyedWrite,
        .user,
        timeoutMs: 120_000
    )

    package var id: ImportID
    /// Whether what was changed or removed here since is to be as the file has it; otherwise it stays as it is.
    package var replace: Bool?

    package init(id: ImportID, replace: Bool? = nil) {
        self.id = id
        self.replace = replace
    }
}

/// What a file holds, and what applying it would do.
package struct DiaryImport: Codable, Sendable, Equatable {
    /// A row that cannot be taken.
    package struct Refusal: Codable, Sendable, Equatable {
        /// The line on which it begins, from 1.
        package var line: Int
        package var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// A meal of the file that is none of ours.
    package struct OtherMeal: Codable, Sendable, Equatable {
        package var name: String
        package var entries: Int

        package init(name: String, entries: Int) {
            self.name = name
            self.entries = entries
        }
    }

    /// One of the first entries.
    package struct Sample: Codable, Sendable, Equatable {
        package var date: PlainDate
        package var meal: Meal
        package var name: String
        package var kcal: Double

        package init(date: PlainDate, meal: Meal, name: String, kcal: Double) {
            self.date = date
            self.meal = meal
            self.name = name
            self.kcal = kcal
        }
    }

    /// Something about the file as a whole that its owner should know before it is applied.
    package struct Warning: Codable, Sendable, Equatable {
        package enum Code: String, Codable, Sendable, CaseIterable {
            /// An export without its last row: cut off, or made before exports had one.
            case noEnd
            /// Its last row tells of `told` rows, and there are `found`.
            case rowsDiffer
            /// Its rows are not those that were exported.
            case edited
        }

        package var code: Code
        package var params: [String: String]
        package var message: String

        package init(_ code: Code, _ message: String, params: [String: String] = [:]) {
            (self.code, self.message, self.params) = (code, message, params)
        }
    }

    /// Refused rows that are told; all are counted.
    package static let refusalsMax = 100
    /// Entries that are shown.
    package static let samplesMax = 20
    /// Foreign meals that are named.
    package static let otherMealsMax = 20

    package var id: ImportID
    package var format: DiaryImportFormat
    /// Rows in all.
    package var rows: Int
    package var entries: Int
    /// Days with water or a note.
    package var extras: Int
    /// Days of the file.
    package var days: Int
    /// The first of them; null where there are none.
    @Nullable package var from: PlainDate?
    @Nullable package var to: PlainDate?
    /// Of all entries.
    package var kcal: Double
    /// Entries and extras that would be added.
    package var new: Int
    package var alreadyThere: Int
    /// Those that are there and say something else.
    package var differing: Int
    /// Entries that were removed here.
    package var removedBefore: Int
    /// Rows that are no food on purpose, such as totals and exercise.
    package var passedOver: Int
    package var refusedCount: Int
    /// The first of them.
    package var refused: [Refusal]
    package var warnings: [Warning]
    /// Meals that become snacks.
    package var otherMeals: [OtherMeal]
    package var sample: [Sample]
    /// Until when it can be applied; RFC 3339, UTC.
    package var expiresAt: String

    package init(id: ImportID, format: DiaryImportFormat, expiresAt: String) {
        self.id = id
        self.format = format
        self.expiresAt = expiresAt
        (rows, entries, extras, days, kcal) = (0, 0, 0, 0, 0)
        (new, alreadyThere, differing, removedBefore, passedOver, refusedCount) = (0, 0, 0, 0, 0, 0)
        (_from, _to) = (Nullable(wrappedValue: nil), Nullable(wrappedValue: nil))
        (refused, warnings, otherMeals, sample) = ([], [], [], [])
    }
}

/// What became of the rows of an import.
package struct DiaryImportOutcome: Codable, Sendable, Equatable {
    /// Full days that are named; the entries that they refuse are all counted.
    package static let fullDaysMax = 20

    package var id: ImportID
    package var added: Int
    /// They were there.
    package var unchanged: Int
    /// They were changed or removed here, and stayed so.
    package var kept: Int
    package var replaced: Int
    package var refused: Int
    /// The first of the days that had no room for all of their entries, which were refused.
    package var fullDays: [PlainDate] = []

    package init(id: ImportID, added: Int = 0, unchanged: Int = 0, kept: Int = 0, replaced: Int = 0, refused: Int = 0) {
        self.id = id
        self.added = added
        self.unchanged = unchanged
        self.kept = kept
        self.replaced = replaced
        self.refused = refused
    }
}
