import Contracts
import Dispatch
import MealPlanning
import SeededRandom
import Testing

/// Solutions, proofs and limits of the solver.
@Suite(.enabled(if: PlanSolver.isAvailable), .timeLimit(.minutes(5)))
struct SolverTests {
    private static let effort = SearchEffort(
        maximumNodes: 100_000,
        maximumNodesAfterSolution: 100_000,
        maximumExcess: 0
    )

    private func solve(_ program: IntegerProgram, _ effort: SearchEffort = effort) -> SearchOutcome {
        PlanSolver.solve(program, effort, until: Self.end)
    }

    private static var end: SearchEnd {
        let deadline = Deadline.after(milliseconds: 60_000)
        return SearchEnd(SearchTime(until: deadline), by: deadline)
    }

    @Test(arguments: 1...10)
    func `the cheapest subset equals that of an exhaustive search`(seed: Int) throws {
        var people = SeededGenerator(seed: seed)
        let weights = (0..<12).map { _ in Int.random(in: 1...50, using: &people) }
        let costs = (0..<12).map { _ in Int.random(in: 1...50, using: &people) }
        let wanted = 90...95
        var program = IntegerProgram()
        let row = program.addRow(Double(wanted.lowerBound)...Double(wanted.upperBound))
        for (weight, cost) in zip(weights, costs) {
            program.addChoice(cost: Double(cost), [IntegerProgram.Entry(row: row, value: Double(weight))])
        }
        func sum(_ numbers: [Int], _ subset: Int) -> Int {
            numbers.indices.reduce(0) { $0 + (subset >> $1 & 1) * numbers[$1] }
        }
        let best = (0..<1 << 12).filter { wanted.contains(sum(weights, $0)) }.map { sum(costs, $0) }.min()
        switch solve(program) {
        case .found(let values):
            let subset = costs.indices.reduce(0) { $0 | (values[$1 + 1] > 0.5 ? 1 << $1 : 0) }
            #expect(wanted.contains(sum(weights, subset)))
            #expect(sum(costs, subset) == best)
        case .impossible: #expect(best == nil)
        case .gaveUp: Issue.record("The solver gave up.")
        }
    }

    @Test func `infeasibility is proved by the relaxation or by the search`() {
        for value in [1.0, 2.0] {
            var program = IntegerProgram()
            // Three times 1 is less than 4, and no multiple of 2 is 3.
            let row = program.addRow(value == 1 ? 4...5 : 3...3)
            for _ in 0..<3 { program.addChoice(cost: 1, [IntegerProgram.Entry(row: row, value: value)]) }
            guard case .impossible = solve(program) else {
                Issue.record("A sum of \(value)s is impossible.")
                continue
            }
        }
    }

    @Test func `an error in the solver ends the search, not the process`() {
        for _ in 0..<20 {
            var program = IntegerProgram()
            let row = program.addRow(0...1)
            // Two entries for the same row and column.
            program.addChoice(cost: 1, [.init(row: row, value: 1), .init(row: row, value: 1)])
            guard case .gaveUp = solve(program) else {
                Issue.record("The solver takes a coefficient twice.")
                return
            }
        }
        var sound = IntegerProgram()
        let row = sound.addRow(1...1)
        sound.addChoice(cost: 1, [.init(row: row, value: 1)])
        guard case .found = solve(sound) else {
            Issue.record("The solver does not recover.")
            return
        }
    }

    @Test func `concurrent searches give the same results as single ones`() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    var program = IntegerProgram()
                    let isBroken = number.isMultiple(of: 4)
                    let row = program.addRow(7...7)
                    for weight in 1...6 {
                        let entry = IntegerProgram.Entry(row: row, value: Double(weight))
                        program.addChoice(cost: Double(weight + number), isBroken ? [entry, entry] : [entry])
                    }
                    switch PlanSolver.solve(program, Self.effort, until: Self.end) {
                    case .found(let values):
                        let sum = (1...6).reduce(0.0) { $0 + Double($1) * values[$1].rounded() }
                        return !isBroken && sum == 7
                    case .gaveUp: return isBroken
                    case .impossible: return false
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// A search that would take years: all coefficients are even and the sum must be odd.
    private static let hopeless = {
        var program = IntegerProgram()
        let row = program.addRow(41...41)
        for _ in 0..<40 { program.addChoice(cost: 1, [.init(row: row, value: 2)]) }
        return program
    }()
    private static let unlimited = SearchEffort(
        maximumNodes: Int(Int32.max),
        maximumNodesAfterSolution: 1,
        maximumExcess: 0
    )

    @Test func `a search ends at its deadline`() {
        let time = SearchTime(until: .after(milliseconds: 60_000))
        let end = SearchEnd(time, by: .after(milliseconds: 50))
        guard case .gaveUp = PlanSolver.solve(Self.hopeless, Self.unlimited, until: end) else {
            Issue.record("There is no such sum.")
            return
        }
    }

    @Test func `a search ends when its request is cancelled`() async {
        let time = SearchTime(until: .after(milliseconds: 3_600_000))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        async let hasGivenUp = withCheckedContinuation { continuation in
            DispatchQueue(label: "search").async {
                begin.finish()
                let end = SearchEnd(time, by: time.deadline)
                let outcome = PlanSolver.solve(Self.hopeless, Self.unlimited, until: end)
                if case .gaveUp = outcome {
                    continuation.resume(returning: true)
                } else {
                    continuation.resume(returning: false)
                }
            }
        }
        for await _ in begun {}
        time.cancel()
        #expect(await hasGivenUp)
    }

    @Test func `a search ends after the maximum number of nodes`() {
        let effort = SearchEffort(maximumNodes: 100, maximumNodesAfterSolution: 100, maximumExcess: 0)
        guard case .gaveUp = solve(Self.hopeless, effort) else {
            Issue.record("There is no such sum.")
            return
        }
    }
}
