import Calendar
package import Contracts

extension AuthService {
    /// Returns the public keys that verify access tokens.
    package func keys(_ request: AuthKeys, _ context: RequestContext) -> AuthKeys.Reply {
        AuthKeys.Reply(keys: keyRing.current.published(at: nowS))
    }

    /// Creates a new signing key, which signs later, or replaces all keys by one that signs at once.
    package func rotateKeys(
        _ request: AuthOperatorKeysRotate,
        _ context: RequestContext
    ) async throws -> AuthOperatorKeysRotate.Reply {
        if request.atOnce ?? false {
            try await keyRing.replaceAll(nowS: nowS)
            recordNewestKey()
        } else if try await keyRing.rotate(nowS: nowS) {
            recordNewestKey()
        }
        return AuthOperatorKeysRotate.Reply(keys: keyInfos)
    }

    /// Creates a new signing key if the present one is old enough.
    package func rotateKeysIfDue() async throws {
        if try await keyRing.rotateIfDue(nowS: nowS) { recordNewestKey() }
    }

    private func recordNewestKey() {
        if let newest = keyRing.current.published(at: nowS).last { security.record(.keyRotated(kid: newest.kid)) }
    }

    private var keyInfos: [SigningKeyInfo] {
        keyRing.current.keys(at: nowS).map { kid, key in
            SigningKeyInfo(
                kid: kid,
                madeAt: Timestamp.text(seconds: key.madeAt),
                signsFrom: Timestamp.text(seconds: key.signsAt),
                retiresAt: key.retiresAt.map(Timestamp.text(seconds:))
            )
        }
    }
}
