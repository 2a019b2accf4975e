import Glibc

/// Maps numbers to positions along one side of a chart.
struct ChartScale: Sendable {
    /// The range that is shown.
    let range: ClosedRange<Double>
    let isLogarithmic: Bool

    /// Creates a scale from 0 to a round number that is not less than any of the values.
    static func linear(_ values: [Double]) -> ChartScale {
        ChartScale(range: 0...roundUp(values.max() ?? 1), isLogarithmic: false)
    }

    /// Creates a scale between powers of ten around the values.
    static func logarithmic(_ values: [Double]) -> ChartScale {
        let positive = values.filter { $0 > 0 }
        let low = pow(10, floor(log10(positive.min() ?? 1)))
        let high = pow(10, ceil(log10(positive.max() ?? 10)))
        return ChartScale(range: low...max(high, low * 10), isLogarithmic: true)
    }

    /// Returns the position of a value: 0 at the beginning, 1 at the end.
    func position(_ value: Double) -> Double {
        let inside = min(max(value, range.lowerBound), range.upperBound)
        guard isLogarithmic else { return (inside - range.lowerBound) / (range.upperBound - range.lowerBound) }
        return log10(inside / range.lowerBound) / log10(range.upperBound / range.lowerBound)
    }

    /// The values at which grid lines are drawn.
    var ticks: [Double] {
        guard isLogarithmic else { return (0...4).map { range.lowerBound + Double($0) / 4 * range.upperBound } }
        var ticks = [range.lowerBound]
        while let last = ticks.last, last * 10 <= range.upperBound * 1.001 { ticks.append(last * 10) }
        return ticks
    }

    /// Rounds up to 1, 2, 4 or 8 times a power of ten: these have round quarters.
    private static func roundUp(_ value: Double) -> Double {
        guard value > 0 else { return 1 }
        let power = pow(10, floor(log10(value)))
        return power * ([1.0, 2, 4, 8, 10].first { $0 * power >= value * 0.999_999 } ?? 10)
    }
}
