import CommandSupport

/// Formats numbers of a load test.
package enum LoadText {
    /// Larger numbers are not shown: no real measurement reaches them, and `Int` is bounded.
    private static let numberMax = 1e15

    /// Returns a time with a short unit and three digits.
    package static func time(microseconds: Double) -> String {
        switch microseconds {
        case ..<1_000: "\(digits(microseconds)) µs"
        case ..<1_000_000: "\(digits(microseconds / 1_000)) ms"
        default: "\(digits(microseconds / 1_000_000)) s"
        }
    }

    /// Returns a share in percent.
    package static func percent(_ share: Double) -> String { "\(digits(100 * share)) %" }

    /// Returns a rate in requests per second.
    package static func rate(_ rate: Double) -> String {
        rate < 100 || !isShown(rate) ? digits(rate) : PlainNumber.grouped(Int(rate.rounded()))
    }

    /// Returns a number with three digits and without trailing zeros: `0.25`, `12.3`, `456`.
    package static func digits(_ number: Double) -> String {
        let decimals = number.magnitude >= 100 ? 0 : number.magnitude >= 10 ? 1 : 2
        return fixed(number, decimals)
    }

    private static func isShown(_ number: Double) -> Bool { number.isFinite && number.magnitude < numberMax }

    /// Returns a number with the given decimals, without trailing zeros.
    package static func fixed(_ number: Double, _ decimals: Int) -> String {
        guard isShown(number) else { return "-" }
        let factor = [1.0, 10, 100, 1_000][min(decimals, 3)]
        let whole = Int((number.magnitude * factor).rounded())
        guard decimals > 0 else { return (number < 0 && whole > 0 ? "-" : "") + "\(whole)" }
        var fraction = String(String(whole % Int(factor) + Int(factor)).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        let text = "\(whole / Int(factor))" + (fraction.isEmpty ? "" : ".\(fraction)")
        return number < 0 && whole > 0 ? "-\(text)" : text
    }
}
