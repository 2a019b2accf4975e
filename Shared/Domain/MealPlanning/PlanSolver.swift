import Synchronization

#if canImport(CGLPK)
import CGLPK
#endif

/// Solves integer programs with the external library GLPK, which may be missing in a build.
package enum PlanSolver {
    #if canImport(CGLPK)
    /// Whether this build has a solver.
    package static let isAvailable = true

    /// Whether GLPK was built with a thread-local environment; otherwise the process has a single one.
    private static let hasThreadLocalEnvironment = glp_config("TLS") != nil
    private static let environmentLock = Mutex<Void>(())

    /// Searches for the solution with the lowest cost within limits.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - effort: The limits of the search.
    ///   - end: When to stop.
    /// - Returns: The best solution found, or why there is none. Any error of the solver is `gaveUp`.
    package static func solve(
        _ program: IntegerProgram,
        _ effort: SearchEffort,
        until end: SearchEnd
    ) -> SearchOutcome {
        guard hasThreadLocalEnvironment else { return environmentLock.withLock { _ in search(program, effort, end) } }
        return search(program, effort, end)
    }

    private static func search(_ program: IntegerProgram, _ effort: SearchEffort, _ end: SearchEnd) -> SearchOutcome {
        let millisecondsLeft = end.millisecondsLeft
        guard !end.isReached, millisecondsLeft > 0 else { return .gaveUp }
        var solution = [Double](repeating: 0, count: program.costs.count)
        let outcome = withExtendedLifetime(end) {
            var search = integer_program_search(
                nodes_max: Int32(effort.maximumNodes),
                nodes_found_max: Int32(effort.maximumNodesAfterSolution),
                excess_max: effort.maximumExcess,
                relaxation_ms_max: Int32(clamping: millisecondsLeft),
                is_stopped: { context in
                    guard let context else { return 0 }
                    return Unmanaged<SearchEnd>.fromOpaque(context).takeUnretainedValue().isReached ? 1 : 0
                },
                context: UnsafeRawPointer(Unmanaged.passUnretained(end).toOpaque())
            )
            return program.withC { integer_program_solve(&$0, &search, &solution) }
        }
        switch outcome {
        case integer_program_found: return .found(solution)
        case integer_program_impossible: return .impossible
        default: return .gaveUp
        }
    }
    #else
    package static let isAvailable = false

    package static func solve(
        _ program: IntegerProgram,
        _ effort: SearchEffort,
        until end: SearchEnd
    ) -> SearchOutcome {
        .gaveUp
    }
    #endif
}

#if canImport(CGLPK)
extension IntegerProgram {
    /// Calls the body with the program as a C structure, which is valid only during the call.
    fileprivate func withC<Result>(_ body: (inout integer_program) -> Result) -> Result {
        rowLower.withUnsafeBufferPointer { rowLower in
            rowUpper.withUnsafeBufferPointer { rowUpper in
                costs.withUnsafeBufferPointer { costs in
                    columnUpper.withUnsafeBufferPointer { columnUpper in
                        isBinary.withUnsafeBufferPointer { isBinary in
                            withEntries { entryRows, entryColumns, entryValues in
                                var program = integer_program(
                                    rows: Int32(rowLower.count - 1),
                                    row_lower: rowLower.baseAddress,
                                    row_upper: rowUpper.baseAddress,
                                    columns: Int32(costs.count - 1),
                                    cost: costs.baseAddress,
                                    column_upper: columnUpper.baseAddress,
                                    is_binary: isBinary.baseAddress,
                                    entries: Int32(entryRows.count - 1),
                                    entry_row: entryRows.baseAddress,
                                    entry_column: entryColumns.baseAddress,
                                    entry_value: entryValues.baseAddress
                                )
                                return body(&program)
                            }
                        }
                    }
                }
            }
        }
    }

    private func withEntries<Result>(
        _ body: (UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Int32>, UnsafeBufferPointer<Double>) -> Result
    ) -> Result {
        entryRows.withUnsafeBufferPointer { rows in
            entryColumns.withUnsafeBufferPointer { columns in
                entryValues.withUnsafeBufferPointer { body(rows, columns, $0) }
            }
        }
    }
}
#endif
