/// The reason why a source cannot be read, or not further.
package struct SourceFailure: Error, CustomStringConvertible, Sendable, Equatable {
    package let file: String
    /// The problem, as a predicate that follows the file's name: "is cut off".
    let problem: String
    /// Advice for the user, as a sentence.
    let advice: String
    /// The number of rows read before, in all files together; nil if they were not counted.
    package internal(set) var rowsBefore: Int?

    package init(_ file: String, _ problem: String, advice: String) {
        self.file = file
        self.problem = problem
        self.advice = advice
    }

    package var description: String {
        guard let rowsBefore, rowsBefore > 0 else { return "\(file) \(problem). \(advice)" }
        return "\(file) \(problem), after \(rowsBefore) rows of the source had been read. \(advice)"
    }
}
