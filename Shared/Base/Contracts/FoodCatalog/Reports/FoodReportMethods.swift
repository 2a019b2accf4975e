public import JSONCoding

/// Reports that a food is wrong, for staff.
///
/// A user has one report of a food. An equal one has no effect, and another one replaces it and is open again.
public struct CatalogReportsAdd: Contract {
    public typealias Reply = FoodReport

    public static let method = Method("catalog.reports.add", of: .catalog, .keyedWrite, .user).route(
        .post,
        "/v1/foods/{id}/reports",
        "Reports to staff that a food is wrong.",
        scope: .foodsWrite,
        success: .created,
        errors: [.notFound, .conflict]
    )

    public static let rules: Rules<Self> = [.length(\.text, FoodReportLimits.textLength), .freeText(\.text)]

    /// The food.
    public var id: FoodID
    public var reason: FoodReportReason
    public var text: String?

    public init(id: FoodID, reason: FoodReportReason, text: String? = nil) {
        self.id = id
        self.reason = reason
        self.text = text
    }
}

/// The state of a report.
public enum FoodReportState: String, Codable, Sendable, CaseIterable {
    case open
    case closed
}

/// Lists the reports of wrong foods, newest first; for staff and admins.
public struct CatalogReportsList: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [FoodReport]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: String?

        public init(items: [FoodReport], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20

    public static let method = Method("catalog.reports.list", of: .catalog, .read, .user, role: .staff).route(
        .get,
        "/v1/admin/food-reports",
        "Lists the reports of wrong foods, newest first; for staff and admins."
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits), .numberedCursor(\.cursor)]

    /// Open ones by default.
    public var state: FoodReportState?
    public var limit: Int?
    public var cursor: String?

    public init(state: FoodReportState? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.state = state
        self.limit = limit
        self.cursor = cursor
    }
}

/// Closes a report of a wrong food; for staff and admins.
public struct CatalogReportsClose: Contract {
    public typealias Reply = FoodReport

    public static let method = Method("catalog.reports.close", of: .catalog, .keyedWrite, .user, role: .staff).route(
        .post,
        "/v1/admin/food-reports/{id}/close",
        "Closes a report of a wrong food; for staff and admins.",
        errors: [.notFound]
    )

    public static let rules: Rules<Self> = [.length(\.answer, FoodReportLimits.textLength), .freeText(\.answer)]

    public var id: FoodReportID
    /// What was done about it.
    public var answer: String?

    public init(id: FoodReportID, answer: String? = nil) {
        self.id = id
        self.answer = answer
    }
}

extension API {
    /// The contracts of this file.
    static let foodReportMethods: [any Contract.Type] = [
        CatalogReportsAdd.self, CatalogReportsList.self, CatalogReportsClose.self,
    ]
}
