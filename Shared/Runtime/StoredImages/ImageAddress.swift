package import Contracts
import Crypto
package import FoundationEssentials

/// Creates and verifies signed addresses of one kind of images.
///
/// An address is valid for every client until it expires, because an `<img>` element cannot send a token.
package struct ImageAddress: Sendable {
    /// The interval in seconds at which addresses change; within it, browsers find the image in their cache.
    private static let periodS = 3_600

    /// The path of such images at the gateway, up to the id.
    private let path: String
    /// Part of the signed text, so that a signature is valid for one kind of images only.
    private let purpose: String

    /// Makes addresses that a route of downloads serves.
    package init(_ api: ImageAPI, purpose: String) {
        path = api.download.path.replacing("{id}", with: "")
        self.purpose = purpose
    }

    /// Returns the address of an image, valid for one to two hours.
    package func text(of id: ImageID, now: Date, key: Data) -> String {
        let expires = (Int(now.timeIntervalSince1970) / Self.periodS + 2) * Self.periodS
        return "\(path)\(id)?expires=\(expires)&signature=\(signature(of: id, expires, key))"
    }

    /// Returns true if an address has a valid signature and has not expired.
    ///
    /// - Parameters:
    ///   - request: The parts of the address.
    ///   - now: The wall clock.
    ///   - key: The key that signs addresses.
    /// - Returns: True if the image may be sent.
    func isGood(_ request: ImageGet<some ImageOwner>, now: Date, key: Data) -> Bool {
        guard Double(request.expires) > now.timeIntervalSince1970, let code = Self.bytes(hex: request.signature) else {
            return false
        }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: message(request.id, request.expires),
            using: SymmetricKey(data: key)
        )
    }

    private func signature(of id: ImageID, _ expires: Int, _ key: Data) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: message(id, expires), using: SymmetricKey(data: key))
        return code.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }

    private func message(_ id: ImageID, _ expires: Int) -> Data { Data("\(purpose) \(id) \(expires)".utf8) }

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
