import CSodium
import Contracts
import FoundationEssentials

/// A personal access token itself: shown once, and kept as a hash.
///
/// It has 190 random bits, so that a fast hash keeps it as safe as a slow one would.
struct PersonalTokenSecret: Sendable {
    let text: String

    private init(text: String) {
        self.text = text
    }

    static func make() -> PersonalTokenSecret {
        let alphabet = PersonalTokenText.alphabet
        let signs = (0..<PersonalTokenText.randomLength).map { _ in
            // Every sign is as likely as any other: libsodium draws again where a remainder would not be fair.
            alphabet[Int(randombytes_uniform(UInt32(alphabet.count)))]
        }
        return PersonalTokenSecret(text: PersonalTokenText.text(random: signs))
    }

    /// Nil if the text is not written like a token.
    init?(_ text: String) {
        guard PersonalTokenText.isWellFormed(text) else { return nil }
        self.text = text
    }

    var hash: Data { Fingerprint.of(Array(text.utf8)) }
}
