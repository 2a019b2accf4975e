package import Contracts
import Crypto
package import FoundationEssentials

/// The signed address of a picture: whoever has it may see the picture until it expires, since an `<img>` of a page can
/// send no token.
package enum ImageAddress {
    /// Addresses change this often, in seconds, so that a browser that asks again finds the picture in its cache.
    package static let periodS = 3_600
    /// Where the gateway serves pictures.
    private static let path = "/v1/profile/image/"

    /// The address of a picture, good for one to two hours.
    package static func text(of id: ImageID, now: Date, key: Data) -> String {
        let expires = (Int(now.timeIntervalSince1970) / periodS + 2) * periodS
        return "\(path)\(id)?expires=\(expires)&signature=\(signature(of: id, expires, key))"
    }

    /// Whether an address is one of ours, and has not expired.
    ///
    /// - Parameters:
    ///   - request: What stands in the address.
    ///   - now: The wall clock.
    ///   - key: The key that signs addresses.
    /// - Returns: Whether the picture may be shown.
    package static func isGood(_ request: ProfileImageGet, now: Date, key: Data) -> Bool {
        guard Double(request.expires) > now.timeIntervalSince1970, let code = bytes(hex: request.signature) else {
            return false
        }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: message(request.id, request.expires),
            using: SymmetricKey(data: key)
        )
    }

    private static func signature(of id: ImageID, _ expires: Int, _ key: Data) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: message(id, expires), using: SymmetricKey(data: key))
        return code.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }

    private static func message(_ id: ImageID, _ expires: Int) -> Data { Data("profile.image \(id) \(expires)".utf8) }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 2 * SHA256.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard pair.first != "+", pair.first != "-", let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
