import Contracts

/// Tokens of foods that only their owner finds: each begins with whose it is.
///
/// So a beginning of a word is looked up among the owner's words alone, however many foods of others begin like it, and needs no
/// vocabulary to be completed.
enum OwnTokens {
    /// What all tokens of somebody's private foods begin with; no name comes to such a token, as none has both signs.
    static func beginning(of user: UserID) -> String { "=^\(user.description.replacing("-", with: ""))" }

    /// Whether a token is looked for among private foods: there are too few of them to look for whole names and starts of names.
    static func isSearched(_ token: String) -> Bool { token.first != "=" && token.first != "^" }
}

extension SearchTerm {
    /// What the index is asked for this word among the private foods of somebody, who finds all words that begin with it.
    ///
    /// - Parameter beginning: Of their tokens.
    /// - Returns: In the syntax of FTS5.
    func expression(ownedBy beginning: String) -> String {
        func quoted(_ token: IndexToken) -> String {
            IndexToken(beginning + token.text, isBeginning: token.isBeginning).quoted
        }
        if isThai {
            let all = "(" + pairs.map(quoted).joined(separator: " AND ") + ")"
            return "(" + ([all] + tokens.map(quoted)).joined(separator: " OR ") + ")"
        }
        let typed = IndexToken(String(decoding: typed, as: UTF8.self), isBeginning: true)
        return "(" + IndexToken.distinct([typed] + tokens).map(quoted).joined(separator: " OR ") + ")"
    }
}
