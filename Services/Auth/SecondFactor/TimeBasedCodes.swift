import CSodium
import Crypto
import FoundationEssentials

/// Computes the codes of an authenticator app: RFC 6238 over RFC 4226, with SHA-1, six digits and steps of 30 seconds.
///
/// Common apps support only these parameters, whatever the URI of the secret says. The weakness of SHA-1 is in
/// collisions, on which HMAC does not depend (RFC 6238 §1.2, RFC 4226 appendix B.2).
package struct TimeBasedCodes: Sendable {
    package static let digits = 6
    package static let stepS = 30
    /// Steps by which a phone's clock may differ in either direction (RFC 6238 §5.2 recommends one).
    package static let driftSteps = 1
    /// 160 bits, as RFC 4226 §4 (R6) recommends.
    static let secretByteCount = 20
    private static let codesCount: UInt32 = 1_000_000

    private let key: SymmetricKey

    package init(secret: [UInt8]) {
        key = SymmetricKey(data: secret)
    }

    /// Returns the step that contains a time in seconds since 1970.
    package static func step(at seconds: Int) -> Int { max(0, seconds) / stepS }

    /// Returns the code of a step (RFC 4226 §5.3).
    package func code(ofStep step: Int) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int(hash[hash.count - 1] & 0xF)
        let bits = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(bits % Self.codesCount)
        return String(repeating: "0", count: Self.digits - text.count) + text
    }

    /// Returns the step of a code, if it is close to the present one and later than the last accepted one.
    ///
    /// Every candidate is compared, each in constant time, so that timing reveals nothing about the right code. If two
    /// steps have the same code the later one counts; otherwise the code would be accepted twice.
    ///
    /// - Parameters:
    ///   - code: The code that the user entered.
    ///   - seconds: The time, in seconds since 1970.
    ///   - last: The newest step of which a code was accepted; nil if there is none.
    /// - Returns: The step to store as accepted; nil if the code is refused.
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
