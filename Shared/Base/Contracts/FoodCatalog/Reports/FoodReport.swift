public import JSONCoding

/// The kind of the ids of reports.
public enum FoodReportKind {}

public typealias FoodReportID = Identifier<FoodReportKind>

/// What is wrong with a food.
public enum FoodReportReason: String, Codable, Sendable, CaseIterable {
    /// Energy or nutrients.
    case nutrients
    case name
    case portions
    case barcode
    case allergens
    /// The picture, or that of another food.
    case picture
    /// The same food is in the catalog twice.
    case duplicate
    case other
}

/// A user's report that a food is wrong; it does not show staff the user.
public struct FoodReport: Codable, Sendable, Equatable {
    public var id: FoodReportID
    public var foodId: FoodID
    /// The current name of the food; null if it is gone or private now.
    @Nullable public var foodName: String?
    public var reason: FoodReportReason
    /// What the user says about it; empty if nothing.
    public var text: String
    /// The time of the report; RFC 3339, UTC.
    public var createdAt: String
    /// The time at which staff closed it; null while it is open.
    @Nullable public var closedAt: String?
    /// What staff say about it; null without an answer.
    @Nullable public var answer: String?

    public init(
        id: FoodReportID,
        foodId: FoodID,
        foodName: String?,
        reason: FoodReportReason,
        text: String,
        createdAt: String,
        closedAt: String?,
        answer: String?
    ) {
        self.id = id
        self.foodId = foodId
        self.foodName = foodName
        self.reason = reason
        self.text = text
        self.createdAt = createdAt
        self.closedAt = closedAt
        self.answer = answer
    }
}

/// The limits of reports.
public enum FoodReportLimits {
    /// Unicode scalars of a text of users or staff: a paragraph.
    public static let textLength = 0...1_000
    /// Maximum number of open reports of a user: more than a person finds, few enough that no user fills the list.
    public static let openMax = 50
}
