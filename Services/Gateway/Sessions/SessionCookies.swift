package import Contracts
package import HTTPTypes

/// The cookies in which a browser keeps a session, and shows at later sign-ins that it has signed in before.
///
/// No script can read them (HttpOnly), and no other site's page makes a browser send them (SameSite=Strict). Strict costs
/// nothing here: the web app's own page needs no cookie, and what it then asks for comes from the same site.
///
/// Over HTTPS their names bind them: `__Host-` to this host and no other of its domain, `__Secure-` to HTTPS. The refresh
/// token, which is worth most, is sent to the routes that take it and to no other; so it cannot have `__Host-`, which
/// wants every path.
package struct SessionCookies: Sendable {
    /// What a cookie holds.
    package enum Kind: Sendable, CaseIterable {
        case access
        case refresh
        /// The credential of a known device; it stays when the session ends.
        case device

        /// The kinds that hold a session.
        static let ofSession: [Kind] = [.access, .refresh]
    }

    /// What browsers keep a cookie for at most, in seconds: when a session is over, is for auth to say.
    private static let maxAgeS = 400 * 86_400
    /// No token of ours is nearly as long.
    private static let lengthMax = 4_096

    /// Whether browsers get here by HTTPS.
    private let isSecure: Bool

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    /// A cookie's value; nil if there is none, or more than one, as when another host of the domain has set one, too.
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

    /// Returns whether a request has no cookie of a session.
    func areMissing(in headers: HTTPFields) -> Bool { Kind.ofSession.allSatisfy { value($0, in: headers) == nil } }

    /// What has a browser keep a session.
    package func keeping(_ session: Session) -> [String] {
        let device = session.deviceToken.map { text(.device, $0, maxAgeS: Self.maxAgeS) }
        return [
            text(.access, session.accessToken, maxAgeS: Self.maxAgeS),
            text(.refresh, session.refreshToken, maxAgeS: Self.maxAgeS),
        ] + (device.map { [$0] } ?? [])
    }

    /// What has a browser forget it.
    package func forgetting() -> [String] { Kind.ofSession.map { text($0, "", maxAgeS: 0) } }

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
