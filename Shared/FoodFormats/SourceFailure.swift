/// Why a source cannot be read, or not further.
package struct SourceFailure: Error, CustomStringConvertible, Sendable, Equatable {
    package let file: String
    /// What is wrong, as a sentence that the file's name begins: "is cut off".
    let problem: String
    /// What to do about it, as a sentence.
    let advice: String
    /// How many rows were read before, all files together; nil as long as nobody has counted.
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
