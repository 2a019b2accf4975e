/// How an import ended.
package enum ImportEnding: Sendable, Equatable {
    /// All rows were read, and the catalog has answered for each.
    case complete
    /// The user stopped the import.
    case stopped
    /// The files could not be read to their end, for the given reason.
    case unreadable(String)
    /// The catalog rejected a page, for the given reason.
    case refused(String)

    /// The value of `outcome` in the JSON summary.
    package var code: String {
        switch self {
        case .complete: "complete"
        case .stopped: "stopped"
        case .unreadable: "unreadable"
        case .refused: "refused"
        }
    }

    /// The message for the user; nil after a complete import.
    package var sentence: String? {
        switch self {
        case .complete: nil
        case .stopped: "The import was stopped."
        case .unreadable(let sentence), .refused(let sentence): sentence
        }
    }
}
