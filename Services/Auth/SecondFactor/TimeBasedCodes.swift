import CSodium
import Crypto
import FoundationEssentials

/// The codes of an authenticator app: RFC 6238 over RFC 4226, with SHA-1, six digits and steps of 30 seconds, because
/// common apps take nothing else, whatever the address of the secret says.
///
/// The weakness of SHA-1 is in collisions; HMAC does not rest on these (RFC 6238 §1.2, RFC 4226 appendix B.2).
package struct TimeBasedCodes: Sendable {
    package static let digits = 6
    package static let stepS = 30
    /// Steps by which a phone's clock may be off, either way (RFC 6238 §5.2 advises one).
    package static let driftSteps = 1
    /// 160 bits, as RFC 4226 §4 (R6) recommends.
    static let secretByteCount = 20
    private static let codesCount: UInt32 = 1_000_000

    private let key: SymmetricKey

    package init(secret: [UInt8]) {
        key = SymmetricKey(data: secret)
    }

    /// The step in which a moment lies, in seconds since 1970.
    package static func step(at seconds: Int) -> Int { max(0, seconds) / stepS }

    /// The code of a step (RFC 4226 §5.3).
    package func code(ofStep step: Int) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int(hash[hash.count - 1] & 0xF)
        let bits = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(bits % Self.codesCount)
        return String(repeating: "0", count: Self.digits - text.count) + text
    }

    /// The step whose code this is, if it is near enough and no code of it or of a later one was taken before.
    ///
    /// Every candidate is compared, and each in constant time, so that time tells nothing about the right one. Of two steps
    /// that happen to have the same code the later one counts, or the code would be taken a second time.
    ///
    /// - Parameters:
    ///   - code: What somebody typed.
    ///   - seconds: The time, since 1970.
    ///   - last: The newest step of which a code was taken; nil if none was.
    /// - Returns: The step to remember as taken; nil if the code is to be refused.
    package func step(of code: String, at seconds: Int, after last: Int?) -> Int? {
        let now = Self.step(at: seconds)
        var found: Int?
        for step in (now - Self.driftSteps)...(now + Self.driftSteps) where Self.isSame(code, self.code(ofStep: step)) {
            found = step
        }
        guard let found, found > last ?? -1 else { return nil }
        return found
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        // libsodium reads `count` bytes of both, which is the length of both.
        return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
