import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import Testing

/// Sessions in cookies: their attributes, and the protection against other sites.
@Suite struct BrowserSessionTests {
    private static let session = Session(
        accessToken: "a.b.c",
        accessTokenExpiresAt: "2026-01-01T00:00:00Z",
        refreshToken: "r",
        user: SessionUser(id: .make(), email: "anna@example.org", name: "Anna", roles: [.user])
    )

    private static func request(
        _ headers: [String: String] = ["X-Session": "cookie"],
        _ method: HTTPRequest.Method = .post,
        host: String = "food.example.org"
    ) -> HTTPRequest {
        var fields = HTTPFields()
        for (name, value) in headers { HTTPField.Name(name).map { fields[$0] = value } }
        return HTTPRequest(method: method, scheme: nil, authority: host, path: "/v1/profile", headerFields: fields)
    }

    private static func isOwn(_ request: HTTPRequest, url: String? = nil) -> Bool {
        let browsers = BrowserSessions(PublicAddress(url: url, trustedProxies: 0))
        do throws(ServiceError) {
            try browsers.requireOwnPage(request)
            return true
        } catch {
            return error.code != .forbidden
        }
    }

    @Test func `cookies are closed to scripts and other sites, and over HTTPS bound to it`() {
        let plain = SessionCookies(isSecure: false).setting(Self.session)
        #expect(plain.map { $0.prefix { $0 != ";" } } == ["mealwire-access=a.b.c", "mealwire-refresh=r"])
        #expect(plain.allSatisfy { $0.contains("; HttpOnly; SameSite=Strict") && !$0.contains("Secure") })
        let secure = SessionCookies(isSecure: true).setting(Self.session)
        #expect(secure[0].hasPrefix("__Host-mealwire-access=a.b.c; Path=/; "))
        #expect(secure[1].hasPrefix("__Secure-mealwire-refresh=r; Path=/v1/auth; "))
        #expect(secure.allSatisfy { $0.hasSuffix("; HttpOnly; SameSite=Strict; Secure") && !$0.contains("Domain") })
        for cookie in SessionCookies(isSecure: true).deleting() {
            #expect(cookie.contains("=; ") && cookie.contains("Max-Age=0;"))
        }
    }

    @Test func `the cookie of a known device survives its session and does not count as one`() {
        var session = Self.session
        session.deviceToken = "d"
        let cookies = SessionCookies(isSecure: true)
        let kept = cookies.setting(session)
        #expect(kept.count == 3)
        #expect(kept[2].hasPrefix("__Secure-mealwire-device=d; Path=/v1/auth; "))
        #expect(kept[2].hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
        #expect(cookies.deleting().count == 2)
        #expect(!cookies.deleting().contains { $0.contains("device") })
        #expect(cookies.value(.device, in: [.cookie: "__Secure-mealwire-device=d"]) == "d")
    }

    @Test func `a cookie is read only if it occurs once, under the name for the connection`() {
        func value(_ text: String, isSecure: Bool = false) -> String? {
            SessionCookies(isSecure: isSecure).value(.access, in: [.cookie: text])
        }
        #expect(value("mealwire-access=x") == "x")
        #expect(value("theme=dark; mealwire-access=x=y; z=1") == "x=y")
        #expect(value("__Host-mealwire-access=x", isSecure: true) == "x")
        #expect(value("mealwire-access=x", isSecure: true) == nil)
        #expect(value("mealwire-access=x; mealwire-access=y") == nil)
        #expect(value("mealwire-access=") == nil)
        #expect(value("other-mealwire-access=x") == nil)
        #expect(value("mealwire-access=" + String(repeating: "x", count: 5_000)) == nil)
    }

    @Test func `a request counts as HTTPS if the public URL or a trusted proxy says so`() {
        func isSecure(
            _ url: String?,
            _ trustedProxies: TrustedProxies,
            _ forwarded: String?,
            from peer: String? = "127.0.0.1"
        ) -> Bool {
            let headers = forwarded.map { ["X-Forwarded-Proto": $0] } ?? [:]
            return PublicAddress(url: url, trustedProxies: trustedProxies)
                .isSecure(Self.request(headers).headerFields, peer)
        }
        #expect(isSecure("https://food.example.org", 0, nil))
        #expect(!isSecure("http://food.example.org", 0, nil))
        #expect(!isSecure(nil, 0, "https"))
        #expect(isSecure(nil, 1, "https"))
        #expect(!isSecure(nil, 1, "https, http"))
        #expect(isSecure(nil, 2, "https, http"))
        #expect(!isSecure(nil, 1, nil))
        // A Unix socket is on this host.
        #expect(isSecure(nil, 1, "https", from: nil))
        #expect(!isSecure(nil, 1, "https", from: "203.0.113.7"))
        #expect(isSecure("https://food.example.org", 1, nil, from: "203.0.113.7"))
    }

    @Test func `a write from a page of another site is refused`() {
        #expect(Self.isOwn(Self.request()))
        #expect(!Self.isOwn(Self.request([:])))
        for site in ["cross-site", "same-site", "none"] {
            #expect(!Self.isOwn(Self.request(["X-Session": "cookie", "Sec-Fetch-Site": site])), "\(site)")
        }
        #expect(Self.isOwn(Self.request(["X-Session": "cookie", "Sec-Fetch-Site": "same-origin"])))
        let others = [
            "https://evil.example.org", "null", "https://food.example.org.evil.org", "https://food.example.org:8443",
            "ftp://food.example.org", "",
        ]
        for origin in others {
            #expect(!Self.isOwn(Self.request(["X-Session": "cookie", "Origin": origin])), "\(origin)")
        }
        for origin in ["https://food.example.org", "http://food.example.org"] {
            #expect(Self.isOwn(Self.request(["X-Session": "cookie", "Origin": origin])), "\(origin)")
        }
    }

    @Test func `an HTTP origin is refused for an HTTPS session, and a proxy may change the host`() {
        let plain = Self.request(["X-Session": "cookie", "Origin": "http://food.example.org"])
        #expect(!Self.isOwn(plain, url: "https://food.example.org"))
        let behind = Self.request(
            ["X-Session": "cookie", "Origin": "https://food.example.org"],
            host: "127.0.0.1:8080"
        )
        #expect(Self.isOwn(behind, url: "https://food.example.org/app/"))
        #expect(!Self.isOwn(behind))
    }

    @Test func `a write by cookie needs the session header, and a read does not`() throws {
        let browsers = BrowserSessions(PublicAddress(url: nil, trustedProxies: 0))
        let cookie = ["Cookie": "mealwire-access=x"]
        #expect(try browsers.accessToken(of: Self.request(cookie, .get)) == "x")
        #expect(try browsers.accessToken(of: Self.request([:])) == nil)
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
            #expect(throws: ServiceError.self) { try browsers.accessToken(of: Self.request(cookie, method)) }
            let sent = Self.request(cookie.merging(["X-Session": "cookie"]) { $1 }, method)
            #expect(try browsers.accessToken(of: sent) == "x")
        }
        #expect(throws: ServiceError.self) { try browsers.isRequested(by: Self.request(["X-Session": "token"])) }
        #expect(try browsers.isRequested(by: Self.request()))
        #expect(try !browsers.isRequested(by: Self.request([:])))
    }
}
