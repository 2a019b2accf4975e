/// Metrics collected in a process.
package struct MetricSet: Sendable {
    package private(set) var families: [MetricFamily] = []

    package init() {}

    /// Adds a value of a counter or a gauge.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - labels: The values of its labels, except those of the process.
    ///   - value: The value.
    package mutating func add(_ metric: Metric, by labels: [String] = [], _ value: Double) {
        add(metric, MetricSample(labels: labels, value: value))
    }

    package mutating func add(_ metric: Metric, by labels: [String] = [], _ value: Int) {
        add(metric, by: labels, Double(value))
    }

    /// Adds a histogram.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - labels: The values of its labels, except those of the process.
    ///   - counts: Number of values per bucket, the infinite one last.
    ///   - sum: The sum of all values.
    package mutating func add(_ metric: Metric, by labels: [String] = [], counts: [UInt64], sum: Double) {
        add(metric, MetricSample(labels: labels, value: sum, counts: counts))
    }

    package mutating func add(_ metric: Metric, _ sample: MetricSample) {
        if let last = families.indices.last, families[last].name == metric.name {
            families[last].samples.append(sample)
        } else if let index = families.firstIndex(where: { $0.name == metric.name }) {
            families[index].samples.append(sample)
        } else {
            families.append(MetricFamily(name: metric.name, samples: [sample]))
        }
    }

    /// Adds all metrics of another set.
    package mutating func add(_ other: MetricSet) {
        for family in other.families {
            if let index = families.firstIndex(where: { $0.name == family.name }) {
                families[index].samples += family.samples
            } else {
                families.append(family)
            }
        }
    }
}

/// All values of one metric.
package struct MetricFamily: Codable, Sendable, Equatable {
    package var name: String
    package var samples: [MetricSample]

    package init(name: String, samples: [MetricSample]) {
        self.name = name
        self.samples = samples
    }
}

/// A value with its labels.
package struct MetricSample: Codable, Sendable, Equatable {
    /// Values of the labels, except those of the process.
    package var labels: [String]
    /// The value; for a histogram the sum of all values.
    package var value: Double
    /// For a histogram: number of values per bucket, the infinite one last.
    package var counts: [UInt64]?

    package init(labels: [String], value: Double, counts: [UInt64]? = nil) {
        self.labels = labels
        self.value = value
        self.counts = counts
    }
}
