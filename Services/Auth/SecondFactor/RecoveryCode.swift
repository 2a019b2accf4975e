import Contracts
import FoundationEssentials

/// A recovery code, which signs in once without the authenticator app: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`.
///
/// It has 120 random bits, more than the 112 above which OWASP ASVS 5.0 requires no slow hash; 24 characters can still
/// be typed. The hash includes the account, so a copy of the database has to be searched separately for each account.
/// The hash has no key on purpose: recovery codes still sign in if the sealing key is lost. Codes of earlier versions
/// have 80 bits, and stay valid until they are used.
struct RecoveryCode: Sendable {
    static let byteCount = 15
    /// Codes per account: enough for a year of lost phones, few enough for a slip of paper.
    static let codesCount = 10
    private static let signsCount = 24
    /// The length of codes of earlier versions, which have 80 bits.
    private static let earlierSignsCount = 16
    private static let groupLength = 4

    /// The characters without hyphens.
    private let signs: String

    private init(signs: String) {
        self.signs = signs
    }

    static func make() -> RecoveryCode { RecoveryCode(signs: Base32.text(RandomBytes.make(count: byteCount))) }

    /// Parses a code; nil if the text cannot be one.
    ///
    /// Case, spaces and hyphens are ignored.
    init?(_ text: String) {
        let signs = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard [Self.signsCount, Self.earlierSignsCount].contains(signs.utf8.count), Base32.isText(signs) else {
            return nil
        }
        self.signs = signs
    }

    /// The displayed form: in groups, which are easier to copy.
    var text: String {
        let signs = Array(signs)
        return stride(from: 0, to: signs.count, by: Self.groupLength)
            .map { String(signs[$0..<min($0 + Self.groupLength, signs.count)]) }
            .joined(separator: "-")
    }

    /// Returns the hash that is stored.
    func hash(of user: UserID) -> Data { Fingerprint.of(Array("\(user) \(signs)".utf8)) }
}
