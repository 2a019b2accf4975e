import CSodium
import Contracts
import FoundationEssentials

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
