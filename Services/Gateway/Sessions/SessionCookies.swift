package import Contracts
package import HTTPTypes

/// The cookies of a browser's session, and the credential of a known device.
///
/// Scripts cannot read them (HttpOnly), and pages of other sites cannot make a browser send them (SameSite=Strict).
/// Strict has no drawback here: the web app's page needs no cookie, and its requests come from the same site.
///
/// Over HTTPS, name prefixes bind them: `__Host-` to this host, `__Secure-` to HTTPS. The refresh token is the most
/// valuable, so browsers send it only to the routes that need it. Therefore it cannot have `__Host-`, which requires
/// the path `/`.
package struct SessionCookies: Sendable {
    /// The content of a cookie.
    package enum Kind: Sendable, CaseIterable {
        case access
        case refresh
        /// The credential of a known device; it remains when the session ends.
        case device

        /// The kinds that form a session.
        static let ofSession: [Kind] = [.access, .refresh]
    }

    /// The maximum lifetime that browsers allow, in seconds; auth decides when a session ends.
    private static let maxAgeS = 400 * 86_400
    /// Valid tokens are much shorter.
    private static let lengthMax = 4_096

    /// True if browsers use HTTPS.
    private let isSecure: Bool

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    /// Returns a cookie's value; nil if there is none, or several, as when another host of the domain has set one.
    package func value(_ kind: Kind, in headers: HTTPFields) -> String? {
        let name = name(kind)
        let texts = headers[values: .cookie].joined(separator: ";").split(separator: ";")
        let pairs = texts.map { text in text.drop { $0 == " " } }
        let values = pairs.filter { $0.hasPrefix("\(name)=") }.map { $0.dropFirst(name.count + 1) }
        guard values.count == 1, let value = values.first, (1...Self.lengthMax).contains(value.utf8.count) else {
            return nil
        }
        return String(value)
    }

    /// Returns true if a request has no session cookie.
    func areMissing(in headers: HTTPFields) -> Bool { Kind.ofSession.allSatisfy { value($0, in: headers) == nil } }

    /// Returns `Set-Cookie` values that store a session.
    package func setting(_ session: Session) -> [String] {
        let device = session.deviceToken.map { text(.device, $0, maxAgeS: Self.maxAgeS) }
        return [
            text(.access, session.accessToken, maxAgeS: Self.maxAgeS),
            text(.refresh, session.refreshToken, maxAgeS: Self.maxAgeS),
        ] + (device.map { [$0] } ?? [])
    }

    /// Returns `Set-Cookie` values that delete a session.
    package func deleting() -> [String] { Kind.ofSession.map { text($0, "", maxAgeS: 0) } }

    private func name(_ kind: Kind) -> String {
        switch kind {
        case .access: isSecure ? "__Host-mealwire-access" : "mealwire-access"
        case .refresh: isSecure ? "__Secure-mealwire-refresh" : "mealwire-refresh"
        case .device: isSecure ? "__Secure-mealwire-device" : "mealwire-device"
        }
    }

    private func text(_ kind: Kind, _ value: String, maxAgeS: Int) -> String {
        let path = kind == .access ? "/" : "/v1/auth"
        let text = "\(name(kind))=\(value); Path=\(path); Max-Age=\(maxAgeS); HttpOnly; SameSite=Strict"
        return isSecure ? text + "; Secure" : text
    }
}
