import Contracts
import FoundationEssentials

/// The code that a user enters in addition to the password.
enum SecondFactorCode: Sendable {
    case timeBased(String)
    case recovery(RecoveryCode)

    /// In bytes, above the length of any code with spaces and hyphens; longer texts are not examined.
    private static let lengthMax = 64

    /// Parses a code, and distinguishes the two kinds by their form.
    ///
    /// - Throws: `invalid` for a text of neither form, which does not count as a guess.
    init(_ text: String) throws(ServiceError) {
        let characters = text.utf8.count <= Self.lengthMax ? text.filter { $0 != " " && $0 != "-" } : ""
        if characters.utf8.count == TimeBasedCodes.digits, characters.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .timeBased(characters)
        } else if let code = RecoveryCode(characters) {
            self = .recovery(code)
        } else {
            throw .invalid([
                FieldError(
                    "code",
                    .wrongFormat,
                    "code must be the six digits of your authenticator app, or a recovery code of 24 letters and digits."
                )
            ])
        }
    }
}

/// A recovery code, which signs in once without the authenticator app: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`.
///
/// It has 120 random bits, more than the 112 above which OWASP ASVS 5.0 requires no slow hash; 24 characters can still
/// be typed. The hash includes the account, so a copy of the database has to be searched separately for each account.
/// The hash has no key on purpose: recovery codes still sign in if the sealing key is lost.
struct RecoveryCode: Sendable {
    static let byteCount = 15
    /// Codes per account: enough for a year of lost phones, few enough for a slip of paper.
    static let codesCount = 10
    private static let length = 24
    private static let groupLength = 4

    /// The characters without hyphens.
    private let characters: String

    private init(characters: String) {
        self.characters = characters
    }

    static func make() -> RecoveryCode { RecoveryCode(characters: Base32.text(RandomBytes.make(count: byteCount))) }

    /// Parses a code; nil if the text cannot be one.
    ///
    /// Case, spaces and hyphens are ignored.
    init?(_ text: String) {
        let characters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard characters.utf8.count == Self.length, Base32.isText(characters) else { return nil }
        self.characters = characters
    }

    /// The displayed form: in groups, which are easier to copy.
    var text: String {
        let characters = Array(characters)
        return stride(from: 0, to: characters.count, by: Self.groupLength)
            .map { String(characters[$0..<min($0 + Self.groupLength, characters.count)]) }
            .joined(separator: "-")
    }

    /// Returns the hash that is stored.
    func hash(of user: UserID) -> Data { Fingerprint.of(Array("\(user) \(characters)".utf8)) }
}

/// Continues a sign-in after the right password: 32 random bytes, of which only the hash is stored.
struct LoginChallenge: Sendable {
    /// 256 bits, the same number as the stored hash.
    private static let byteCount = 32
    /// Lifetime in seconds: long enough to fetch a phone.
    static let lifetimeS = ServerLimit.challengeS.value
    /// Maximum number of wrong codes; after that, the sign-in starts again with the password.
    static let attemptsMax = ServerLimit.challengeAttempts.value

    private let bytes: [UInt8]

    static func make() -> LoginChallenge { LoginChallenge(bytes: RandomBytes.make(count: byteCount)) }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses a challenge; nil if the text cannot be one.
    init?(_ text: String) {
        guard let bytes = Base64URL.bytes(text, count: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    var text: String { Base64URL.text(bytes) }
    var hash: Data { Fingerprint.of(bytes) }
}

/// Encodes bytes as text that people can type: RFC 4648 §6, without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    private static let bitsPerCharacter = 5

    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (buffer, bufferedBits) = (0, 0)
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bufferedBits += 8
            while bufferedBits >= bitsPerCharacter {
                bufferedBits -= bitsPerCharacter
                text.append(alphabet[buffer >> bufferedBits & 0x1F])
            }
            buffer &= 1 << bufferedBits - 1
        }
        if bufferedBits > 0 { text.append(alphabet[buffer << (bitsPerCharacter - bufferedBits) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns whether a text consists of characters of this alphabet.
    static func isText(_ text: String) -> Bool { text.utf8.allSatisfy { alphabet.contains($0) } }
}
