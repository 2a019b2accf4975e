import Contracts
import FoundationEssentials

/// Signs in once without the authenticator app: `ABCD-EFGH-IJKL-MNOP-QRST-UVWX`.
///
/// 120 random bits: above the 112 from which OWASP ASVS 5.0 asks for no slow hash, and 24 signs can still be typed. The
/// account is in the hash, so a copy of the database has to be searched anew for each account. The hash has no key on
/// purpose: recovery codes are what still signs in when the sealing key is lost. Codes of earlier versions have 80 bits
/// and stay valid until they are used.
struct RecoveryCode: Sendable {
    static let byteCount = 15
    /// How many of them somebody gets: enough for a year of lost phones, few enough for a slip of paper.
    static let codesCount = 10
    private static let signsCount = 24
    /// Of the 80 bits that codes of earlier versions have.
    private static let earlierSignsCount = 16
    private static let groupLength = 4

    /// The signs alone, without hyphens.
    private let signs: String

    private init(signs: String) {
        self.signs = signs
    }

    static func make() -> RecoveryCode { RecoveryCode(signs: Base32.text(RandomBytes.make(count: byteCount))) }

    /// Nil if the text cannot be a code; case, spaces and hyphens do not matter.
    init?(_ text: String) {
        let signs = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard [Self.signsCount, Self.earlierSignsCount].contains(signs.utf8.count), Base32.isText(signs) else {
            return nil
        }
        self.signs = signs
    }

    /// As it is shown: in groups, which are easier to copy.
    var text: String {
        let signs = Array(signs)
        return stride(from: 0, to: signs.count, by: Self.groupLength)
            .map { String(signs[$0..<min($0 + Self.groupLength, signs.count)]) }
            .joined(separator: "-")
    }

    /// What is kept of it.
    func hash(of user: UserID) -> Data { Fingerprint.of(Array("\(user) \(signs)".utf8)) }
}
