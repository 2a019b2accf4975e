import Foundation

/// Returns the seed of a random test: that of an environment variable, or a new one.
///
/// It is printed with the variable that repeats the run.
///
/// - Parameter name: The name of the test in the variable `MEALWIRE_<NAME>_SEED`.
/// - Returns: A number from 0 to 2³² − 1.
package func testSeed(_ name: String) -> Int {
    let variable = "MEALWIRE_\(name)_SEED"
    let seed = ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? Int.random(in: 0..<1 << 32)
    printAtOnce("seed of a random test: \(variable)=\(seed)")
    return seed
}

/// Prints a line to standard error, which has no buffer that a trap would lose.
package func printAtOnce(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
}
