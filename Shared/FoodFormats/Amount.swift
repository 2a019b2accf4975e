import Contracts

/// Turns amounts of one kind into another.
enum Amount {
    static let kilojoulesPerKilocalorie = 4.184
    /// Beyond it nobody measures; digits behind it come from binary fractions.
    private static let decimals = 1e6

    static func rounded(_ amount: Double) -> Double {
        let scaled = (amount * decimals).rounded()
        return scaled.isFinite ? scaled / decimals : amount
    }

    static func kilocalories(ofKilojoules kilojoules: Double) -> Double {
        rounded(kilojoules / kilojoulesPerKilocalorie)
    }

    static func sodiumMg(ofSaltG salt: Double) -> Double { rounded(salt / Salt.perSodium * 1_000) }
}
