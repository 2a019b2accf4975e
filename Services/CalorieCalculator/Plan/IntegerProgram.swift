/// A linear programme, some of whose columns are 0 or 1 and the others from 0 to a bound; its cost is to be least.
package struct IntegerProgram {
    /// A coefficient of a column.
    package struct Entry {
        let row: Int
        let value: Double

        package init(row: Int, value: Double) {
            self.row = row
            self.value = value
        }
    }

    /// What is counted from 1 has something at index 0 that means nothing.
    private(set) var rowLower = [0.0]
    private(set) var rowUpper = [0.0]
    private(set) var costs = [0.0]
    private(set) var columnUpper = [0.0]
    private(set) var isBinary: [UInt8] = [0]
    private(set) var entryRows: [Int32] = [0]
    private(set) var entryColumns: [Int32] = [0]
    private(set) var entryValues = [0.0]

    package init() {}

    /// A sum of columns that must lie within the range; its number, from 1.
    package mutating func addRow(_ range: ClosedRange<Double>) -> Int {
        rowLower.append(range.lowerBound)
        rowUpper.append(range.upperBound)
        return rowLower.count - 1
    }

    /// A column that is 0 or 1.
    package mutating func addChoice(cost: Double, _ entries: [Entry]) { add(cost, upper: 1, isBinary: 1, entries) }

    /// A column that is any number from 0 to the bound.
    package mutating func addAmount(cost: Double, upTo upper: Double, _ entries: [Entry]) {
        add(cost, upper: upper, isBinary: 0, entries)
    }

    private mutating func add(_ cost: Double, upper: Double, isBinary: UInt8, _ entries: [Entry]) {
        costs.append(cost)
        columnUpper.append(upper)
        self.isBinary.append(isBinary)
        let column = Int32(costs.count - 1)
        // What is 0 is nothing to a solver, but a second 0 at one place would be an error.
        for entry in entries where entry.value != 0 {
            entryRows.append(Int32(entry.row))
            entryColumns.append(column)
            entryValues.append(entry.value)
        }
    }
}

/// How far a search goes.
package struct SearchEffort {
    /// Nodes of the search tree to look at as long as nothing is found: unlike time, they make the same answer everywhere.
    let nodesMax: Int
    /// The same when something is found.
    let nodesFoundMax: Int
    /// What costs at most so much more than the relaxation is good enough.
    let excessMax: Double

    package init(nodesMax: Int, nodesFoundMax: Int, excessMax: Double) {
        self.nodesMax = nodesMax
        self.nodesFoundMax = nodesFoundMax
        self.excessMax = excessMax
    }
}

/// What a search came to.
package enum SearchOutcome {
    /// The value of each column, from index 1.
    case found([Double])
    /// It is proved that there is no solution.
    case impossible
    /// Nothing was found so far.
    case gaveUp
}
