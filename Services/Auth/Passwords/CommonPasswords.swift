/// The passwords that are guessed first, from eight characters on: shorter ones are refused anyway.
enum CommonPasswords {
    /// Made at the first password that is chosen, in some milliseconds, so that a start does not wait for it.
    private static let all = Set(text.split(whereSeparator: \.isWhitespace))

    /// Returns whether a password is among the commonest, in whatever case it is written.
    static func contains(_ password: String) -> Bool { all.contains(Substring(password.lowercased())) }
}
