/// A linear program with columns that are either 0 or 1, or range from 0 to a bound.
///
/// The cost is minimized.
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

    /// The solver counts from 1: the values at index 0 are placeholders.
    private(set) var rowLower = [0.0]
    private(set) var rowUpper = [0.0]
    private(set) var costs = [0.0]
    private(set) var columnUpper = [0.0]
    private(set) var isBinary: [UInt8] = [0]
    private(set) var entryRows: [Int32] = [0]
    private(set) var entryColumns: [Int32] = [0]
    private(set) var entryValues = [0.0]

    package init() {}

    /// Adds a row: a sum of columns that must lie within the range.
    ///
    /// Returns its number, from 1.
    package mutating func addRow(_ range: ClosedRange<Double>) -> Int {
        rowLower.append(range.lowerBound)
        rowUpper.append(range.upperBound)
        return rowLower.count - 1
    }

    /// Adds a column that is 0 or 1.
    package mutating func addChoice(cost: Double, _ entries: [Entry]) { add(cost, upper: 1, isBinary: 1, entries) }

    /// Adds a column with any value from 0 to the bound.
    package mutating func addAmount(cost: Double, upTo upper: Double, _ entries: [Entry]) {
        add(cost, upper: upper, isBinary: 0, entries)
    }

    private mutating func add(_ cost: Double, upper: Double, isBinary: UInt8, _ entries: [Entry]) {
        costs.append(cost)
        columnUpper.append(upper)
        self.isBinary.append(isBinary)
        let column = Int32(costs.count - 1)
        // The solver ignores zeros, but two entries of one row and column would be an error.
        for entry in entries where entry.value != 0 {
            entryRows.append(Int32(entry.row))
            entryColumns.append(column)
            entryValues.append(entry.value)
        }
    }
}

/// The limits of a search.
package struct SearchEffort {
    /// Maximum number of nodes of the search tree while no solution is found.
    ///
    /// Unlike a time limit, it gives the same result on every machine.
    let maximumNodes: Int
    /// Maximum number of nodes once a solution is found.
    let maximumNodesAfterSolution: Int
    /// A solution that costs at most this much more than the linear relaxation ends the search.
    let maximumExcess: Double

    package init(maximumNodes: Int, maximumNodesAfterSolution: Int, maximumExcess: Double) {
        self.maximumNodes = maximumNodes
        self.maximumNodesAfterSolution = maximumNodesAfterSolution
        self.maximumExcess = maximumExcess
    }
}

/// The outcome of a search.
package enum SearchOutcome {
    /// The value of each column, from index 1.
    case found([Double])
    /// The solver has proved that there is no solution.
    case impossible
    /// No solution was found within the limits.
    case gaveUp
}
