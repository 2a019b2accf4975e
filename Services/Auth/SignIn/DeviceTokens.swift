import CSodium
import Contracts
import FoundationEssentials

/// Creates and verifies the token that shows that a device has signed in to an account before.
///
/// It does not sign in: a sign-in with it is counted by device instead of by network address. It consists of a time, 16
/// bytes derived from the session, and a MAC over both and the user's id. So nothing is stored, and a token is valid
/// for one account only. All tokens of a session share one counter of wrong passwords.
struct DeviceTokens: Sendable {
    /// Lifetime of a token, in seconds: as long as browsers store a cookie.
    ///
    /// Each sign-in and each refresh issues a new one.
    static let lifetimeS = 400 * 86_400
    private static let timeLength = 8
    private static let deviceLength = 16
    private static let macLength = Int(crypto_generichash_BYTES)

    private let key: [UInt8]

    /// - Parameter key: 16 to 64 bytes that are not in the database.
    init(key: [UInt8]) {
        self.key = key
    }

    /// Returns a token for the device that began a session.
    func make(for user: UserID, session: SessionID, at nowS: Int) -> String {
        let time = (0..<Self.timeLength).map { UInt8(truncatingIfNeeded: nowS >> (56 - 8 * $0)) }
        let device = Fingerprint.of(Array("session \(session)".utf8), key: key).prefix(Self.deviceLength)
        let body = time + device
        return Base64URL.text(body + mac(body, user))
    }

    /// Returns the id of the device in a token; nil unless the token is valid for this user now.
    func device(in token: String?, of user: UserID, at nowS: Int) -> String? {
        let length = Self.timeLength + Self.deviceLength
        guard let token, let bytes = Base64URL.bytes(token, count: length + Self.macLength) else { return nil }
        let (body, shown) = (Array(bytes.prefix(length)), Array(bytes.dropFirst(length)))
        // libsodium reads `macLength` bytes of both, which is the length of both.
        guard sodium_memcmp(shown, mac(body, user), Self.macLength) == 0 else { return nil }
        let madeAt = body.prefix(Self.timeLength).reduce(0) { $0 << 8 | Int($1) }
        guard nowS - madeAt < Self.lifetimeS else { return nil }
        return Base64URL.text(Array(body.dropFirst(Self.timeLength)))
    }

    private func mac(_ body: [UInt8], _ user: UserID) -> [UInt8] {
        [UInt8](Fingerprint.of(Array("\(user)".utf8) + body, key: key))
    }
}
