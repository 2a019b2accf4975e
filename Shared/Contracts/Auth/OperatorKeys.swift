/// A key for signing access tokens: a past, current or future one.
package struct SigningKeyInfo: Codable, Sendable, Equatable {
    package var kid: String
    /// RFC 3339, UTC.
    package var madeAt: String
    /// RFC 3339, UTC.
    package var signsFrom: String
    /// The time at which its publication ends, because its last token has expired; RFC 3339, UTC; null without a
    /// successor.
    @Nullable package var retiresAt: String?

    package init(kid: String, madeAt: String, signsFrom: String, retiresAt: String?) {
        self.kid = kid
        self.madeAt = madeAt
        self.signsFrom = signsFrom
        self._retiresAt = Nullable(wrappedValue: retiresAt)
    }
}

/// Creates a new signing key, which signs access tokens after it has been published for a while.
///
/// Creates none while another one is waiting.
package struct AuthOperatorKeysRotate: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// All published keys, oldest first.
        package var keys: [SigningKeyInfo]

        package init(keys: [SigningKeyInfo]) {
            self.keys = keys
        }
    }

    package static let method = Method("auth.operator.keys.rotate", of: .auth, .singleWrite, .operator)

    /// Whether the new key signs at once.
    package var atOnce: Bool?

    package init(atOnce: Bool? = nil) {
        self.atOnce = atOnce
    }
}
