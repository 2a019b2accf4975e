/// How an import came to its end.
package enum ImportEnding: Sendable, Equatable {
    /// Everything was read, and answered by the catalogue.
    case complete
    /// A person stopped it.
    case stopped
    /// The files cannot be read, or not further; the sentence says why.
    case unreadable(String)
    /// The catalogue took no more pages; the sentence says why.
    case refused(String)

    /// For programs that read the summary.
    package var code: String {
        switch self {
        case .complete: "complete"
        case .stopped: "stopped"
        case .unreadable: "unreadable"
        case .refused: "refused"
        }
    }

    /// What is to be said about it; nil if all went well.
    package var sentence: String? {
        switch self {
        case .complete: nil
        case .stopped: "The import was stopped."
        case .unreadable(let sentence), .refused(let sentence): sentence
        }
    }
}
