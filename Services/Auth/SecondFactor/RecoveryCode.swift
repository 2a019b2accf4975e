import Contracts
import FoundationEssentials

/// What somebody signs in with who has lost their authenticator app: `ABCD-EFGH-IJKL-MNOP`, good for one time.
///
/// 80 random bits. Over the network even ten million guesses a second for a year would find one of ten codes with a
/// chance of one in four hundred million. Who has the database has to search anew for each account, because the account
/// is in the hash: a million million hashes a second find one of its codes in some 3,500 years. So no slow hash is needed,
/// and 16 signs can still be typed.
struct RecoveryCode: Sendable {
    static let byteCount = 10
    /// How many of them somebody gets: enough for a year of lost phones, few enough for a slip of paper.
    static let codesCount = 10
    private static let signsCount = 16
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
        guard signs.utf8.count == Self.signsCount, Base32.isText(signs) else { return nil }
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
