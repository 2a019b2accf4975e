import Contracts

/// Conversions between units of amounts.
enum Amount {
    /// Rounding to six decimals removes errors of binary fractions and is finer than any measurement.
    private static let decimals = 1e6

    static func rounded(_ amount: Double) -> Double {
        let scaled = (amount * decimals).rounded()
        return scaled.isFinite ? scaled / decimals : amount
    }

    static func kilocalories(ofKilojoules kilojoules: Double) -> Double {
        rounded(EnergyFactor.kcal(ofKilojoules: kilojoules))
    }

    static func sodiumMg(ofSaltG salt: Double) -> Double { rounded(salt / Salt.perSodium * 1_000) }
}
