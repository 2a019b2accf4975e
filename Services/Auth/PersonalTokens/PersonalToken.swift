import CSodium
import Contracts
import Foundation

/// A validated request for a personal access token.
struct PersonalTokenRequest: Sendable {
    /// In days; it makes the user check each script once a year.
    static let lifetimeDaysMax = ServerLimit.tokenDays.value
    private static let secondsPerDay = 86_400

    let name: String
    /// Without duplicates, in order of declaration.
    let scopes: [Scope]
    /// Seconds since 1970.
    let expiresAt: Int

    /// Validates the time of expiry of a request that satisfies the rules of its contract.
    ///
    /// - Throws: `invalid` for a text that is no time, and for a time in the past or too far ahead.
    init(_ request: AuthTokensMake, at nowS: Int) throws(ServiceError) {
        let name = request.name.trimmingWhiteSpace.precomposedStringWithCanonicalMapping
        let expiresAt = Self.seconds(request.expiresAt)
        var rules = RuleChecker()
        rules.require(
            expiresAt != nil,
            "expiresAt",
            .wrongFormat,
            "expiresAt must be an RFC 3339 time, such as 2026-12-31T23:59:59Z."
        )
        rules.require(
            expiresAt.map { $0 > nowS && $0 <= nowS + Self.lifetimeDaysMax * Self.secondsPerDay } ?? true,
            "expiresAt",
            .outOfRange,
            "expiresAt must be in the future, and at most \(Self.lifetimeDaysMax) days away.",
            ["maxDays": "\(Self.lifetimeDaysMax)"]
        )
        try rules.finish()
        self.name = name
        scopes = Scope.allCases.filter(request.scopes.contains)
        self.expiresAt = expiresAt ?? nowS
    }

    /// Returns the seconds since 1970, rounded down; nil if the text is no time.
    private static func seconds(_ text: String) -> Int? {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        let date = styles.lazy.compactMap { try? $0.parse(text) }.first
        return date.map { Int($0.timeIntervalSince1970.rounded(.down)) }
    }
}

/// The secret of a personal access token, returned once and stored as a hash.
///
/// It has 190 random bits, so a fast hash protects it as well as a slow one would.
struct PersonalTokenSecret: Sendable {
    let text: String

    private init(text: String) {
        self.text = text
    }

    static func make() -> PersonalTokenSecret {
        let alphabet = PersonalTokenText.alphabet
        let characters = (0..<PersonalTokenText.randomLength).map { _ in
            // All characters are equally likely, because libsodium rejects values that would bias the remainder.
            alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))]
        }
        return PersonalTokenSecret(text: PersonalTokenText.text(random: characters))
    }

    /// Parses a token; nil if the text is not well formed.
    init?(_ text: String) {
        guard PersonalTokenText.isWellFormed(text) else { return nil }
        self.text = text
    }

    var hash: Data { Fingerprint.of(Array(text.utf8)) }
}
