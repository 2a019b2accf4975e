import Contracts

/// A food's standing before anybody asks: its place in the index, which hands out the plainest foods first, and what a ranking
/// adds to the cost of its name.
struct FoodRank: Sendable, Equatable {
    /// Keeps what is better than usual above 0.
    private static let base = 100
    private static let prominenceMax = 4_095
    private static let flaggedCost = 60
    private static let missingMacrosCost = 15
    /// What foods have that are so common that the starter names them in several languages.
    private static let commonGain = 15
    private static let missingMacros: Set<String> = [FoodFlag.macrosMissing.rawValue, FoodFlag.barcodeInvalid.rawValue]
    /// What each doubling of the number of people who log it takes off, and the most.
    private static let popularityStep = 6
    private static let popularityMax = 90

    /// Bits of a row's number, below the prominence.
    static let numberBits: Int64 = 40
    static let numberMask: Int64 = 1 << numberBits - 1
    /// Where the part of the index begins whose foods belong to somebody.
    static let ownStart: Int64 = 1 << 60

    /// The lower the better.
    let prominence: Int

    init(prominence: Int) {
        self.prominence = prominence
    }

    init(type: FoodType, flags: [String], detail: Int, isCommon: Bool, users: Int) {
        var cost = Self.base + Self.cost(of: type) + min(detail, Int(UInt8.max))
        // That is a warning to people, and no doubt about numbers.
        for flag in flags where flag != FoodFlag.allergensIncomplete.rawValue {
            cost += Self.missingMacros.contains(flag) ? Self.missingMacrosCost : Self.flaggedCost
        }
        if isCommon { cost -= Self.commonGain }
        cost -= min(Self.popularityMax, Self.popularityStep * Self.popularityLevel(users))
        prominence = min(max(cost, 0), Self.prominenceMax)
    }

    /// Returns how often a count has doubled: a food changes its place only when this number of its users changes.
    static func popularityLevel(_ count: Int) -> Int {
        count <= 0 ? 0 : Int.bitWidth - count.leadingZeroBitCount
    }

    private static func cost(of type: FoodType) -> Int {
        switch type {
        case .generic: 0
        case .dish: 6
        case .own, .recipe: 15
        // More than a plain name's beginning with another word: cheddar is a cheese before it is somebody's product.
        case .branded: 110
        }
    }

    /// The place in the index of a food's row.
    func place(ofRow number: Int64, isOwn: Bool) -> Int64 {
        (isOwn ? Self.ownStart : 0) | Int64(prominence) << Self.numberBits | number
    }

    /// The row of a place.
    static func number(ofPlace place: Int64) -> Int64 { place & numberMask }

    /// The prominence of a place.
    static func prominence(ofPlace place: Int64) -> Int { Int((place & ~ownStart) >> numberBits) }
}
