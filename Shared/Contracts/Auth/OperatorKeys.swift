/// A key that signs access tokens, has signed or will.
package struct SigningKeyInfo: Codable, Sendable, Equatable {
    package var kid: String
    /// RFC 3339, UTC.
    package var madeAt: String
    /// RFC 3339, UTC.
    package var signsFrom: String
    /// When it is published no longer, because its last token is void; RFC 3339, UTC; null while none follows it.
    @Nullable package var retiresAt: String?

    package init(kid: String, madeAt: String, signsFrom: String, retiresAt: String?) {
        self.kid = kid
        self.madeAt = madeAt
        self.signsFrom = signsFrom
        self._retiresAt = Nullable(wrappedValue: retiresAt)
    }
}

/// Makes a new key that signs access tokens, after it has been published for a while.
///
/// While one waits already, no other is made.
package struct AuthOperatorKeysRotate: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// All that are published, oldest first.
        package var keys: [SigningKeyInfo]

        package init(keys: [SigningKeyInfo]) {
            self.keys = keys
        }
    }

    package static let method = Method("auth.operator.keys.rotate", of: .auth, .singleWrite, .operator)

    /// Whether the new key signs from now on.
    package var atOnce: Bool?

    package init(atOnce: Bool? = nil) {
        self.atOnce = atOnce
    }
}
