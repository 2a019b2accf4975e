/// Formats numbers for users.
package enum PlainNumber {
    /// Returns a number with commas between thousands: `7,245`.
    package static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Returns a duration: `4.2 s`, `3:07 min`, `1:02 h`.
    package static func time(seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        guard tenths >= 600 else { return "\(tenths / 10).\(tenths % 10) s" }
        let whole = Int(seconds.rounded())
        return whole < 3_600 ? "\(pair(whole / 60, whole % 60)) min" : "\(pair(whole / 3_600, whole % 3_600 / 60)) h"
    }

    /// Returns a number with its noun: `1 row`, `2 rows`.
    package static func counted(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func pair(_ first: Int, _ second: Int) -> String { "\(first):\(second < 10 ? "0" : "")\(second)" }
}
