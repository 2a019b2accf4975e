import Contracts

/// Tokens of private foods: each begins with its owner's id.
///
/// A prefix is therefore looked up only among the owner's words, however many other foods match, and needs no
/// vocabulary for completion.
enum OwnTokens {
    /// Returns the prefix of all tokens of a user's private foods; no name yields it, since none has both signs.
    static func prefix(of user: UserID) -> String { "=^\(user.description.replacing("-", with: ""))" }

    /// Returns whether private foods have this token: they are too few to need tokens of whole names and beginnings.
    static func isSearched(_ token: String) -> Bool { token.first != "=" && token.first != "^" }
}

extension SearchTerm {
    /// Returns the index expression for this term among a user's private foods, with every word as a prefix.
    ///
    /// - Parameter tokenPrefix: The prefix of the owner's tokens.
    /// - Returns: An expression in the syntax of FTS5.
    func expression(ownedBy tokenPrefix: String) -> String {
        func quoted(_ token: IndexToken) -> String {
            IndexToken(tokenPrefix + token.text, isPrefix: token.isPrefix).quoted
        }
        if isThai {
            let all = "(" + pairs.map(quoted).joined(separator: " AND ") + ")"
            return "(" + ([all] + tokens.map(quoted)).joined(separator: " OR ") + ")"
        }
        let typed = IndexToken(String(decoding: typed, as: UTF8.self), isPrefix: true)
        return "(" + IndexToken.distinct([typed] + tokens).map(quoted).joined(separator: " OR ") + ")"
    }
}
