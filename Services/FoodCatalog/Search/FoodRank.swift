import Contracts

/// The query-independent rank of a food: its position in the index, which is read in order of prominence, and the
/// amount that it adds to the cost of the food's name.
struct FoodRank: Sendable, Equatable {
    /// Base that leaves the ranks of better foods above 0.
    private static let base = 100
    private static let prominenceMax = 4_095
    private static let flaggedCost = 60
    private static let missingMacrosCost = 15
    /// Bonus of common foods, which the starter file names in several languages.
    private static let commonGain = 15
    private static let missingMacros: Set<String> = [FoodFlag.macrosMissing.rawValue, FoodFlag.barcodeInvalid.rawValue]
    /// Bonus for each doubling of the number of users, and its maximum.
    private static let popularityStep = 6
    private static let popularityMax = 90

    /// Bits of a row number in a position, below the prominence.
    static let numberBits: Int64 = 40
    static let numberMask: Int64 = 1 << numberBits - 1
    /// First position of the private foods in the index.
    static let ownStart: Int64 = 1 << 60

    /// The query-independent cost; lower is better.
    let prominence: Int

    init(prominence: Int) {
        self.prominence = prominence
    }

    init(type: FoodType, flags: [String], detail: Int, isCommon: Bool, users: Int) {
        var cost = Self.base + Self.cost(of: type) + min(detail, Int(UInt8.max))
        // This flag warns about allergens and does not concern the numbers.
        for flag in flags where flag != FoodFlag.allergensIncomplete.rawValue {
            cost += Self.missingMacros.contains(flag) ? Self.missingMacrosCost : Self.flaggedCost
        }
        if isCommon { cost -= Self.commonGain }
        cost -= min(Self.popularityMax, Self.popularityStep * Self.popularityLevel(users))
        prominence = min(max(cost, 0), Self.prominenceMax)
    }

    /// Returns the number of bits of a count: a food moves in the index only when this value of its users changes.
    static func popularityLevel(_ count: Int) -> Int {
        count <= 0 ? 0 : Int.bitWidth - count.leadingZeroBitCount
    }

    private static func cost(of type: FoodType) -> Int {
        switch type {
        case .generic: 0
        case .dish: 6
        case .own, .recipe: 15
        // More than a plain name's beginning with another word: "cheddar" means the cheese before any product.
        case .branded: 110
        }
    }

    /// Returns the position in the index of a food's row.
    func position(ofRow number: Int64, isOwn: Bool) -> Int64 {
        (isOwn ? Self.ownStart : 0) | Int64(prominence) << Self.numberBits | number
    }

    /// Returns the row number of a position.
    static func number(atPosition position: Int64) -> Int64 { position & numberMask }

    /// Returns the prominence of a position.
    static func prominence(atPosition position: Int64) -> Int { Int((position & ~ownStart) >> numberBits) }
}
