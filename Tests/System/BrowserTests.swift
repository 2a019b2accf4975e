import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Sessions in browsers, which hold the tokens in cookies.
    struct Browsers {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let change = #"{"language":"en"}"#

        private func register(_ stack: StackFixture) async throws -> Browser {
            let browser = Browser(port: stack.port)
            let email = "anna-\(UUIDv7.make().description.suffix(8))@example.org"
            let json = """
                {"email":"\(email)","password":"1234567A","passwordConfirmation":"1234567A","name":"Anna",\(Self.profile)}
                """
            let answer = try await browser.send("POST", "/v1/auth/register", json)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            let body = String(decoding: answer.body, as: UTF8.self)
            #expect(body.contains(email))
            #expect(!body.contains("accessToken\"") && !body.contains("refreshToken"))
            #expect(answer.header("Cache-Control") == "no-store")
            return browser
        }

        @Test func `a browser signs in, calls, refreshes and signs out with cookies alone`() async throws {
            try await StackFixture.run { stack in
                let browser = try await register(stack)
                #expect(browser.names == ["mealwire-access", "mealwire-device", "mealwire-refresh"])
                #expect(try await browser.send("GET", "/v1/profile", nil, [:]).status == 200)
                #expect(try await browser.send("PATCH", "/v1/profile", Self.change).status == 200)
                let old = browser.copy()
                browser.removeCookie("mealwire-access")
                #expect(try await browser.send("GET", "/v1/profile", nil, [:]).status == 401)
                #expect(try await browser.send("POST", "/v1/auth/refresh").status == 200)
                #expect(try await browser.send("GET", "/v1/profile", nil, [:]).status == 200)
                #expect(try await browser.send("POST", "/v1/auth/logout").status == 204)
                #expect(browser.names == ["mealwire-device"])
                try await eventually("the old tokens are rejected") {
                    try await old.send("GET", "/v1/profile", nil, [:]).status == 401
                }
                #expect(try await old.send("POST", "/v1/auth/refresh").status == 401)
                #expect(old.names == ["mealwire-device"])
            }
        }

        @Test func `wrong passwords from other clients do not block a browser that has signed in before`() async throws
        {
            try await StackFixture.run { stack in
                let browser = try await register(stack)
                let email = try await email(of: browser)
                func json(_ password: String, _ more: String = "") -> String {
                    #"{"email":"\#(email)","password":"\#(password)"\#(more)}"#
                }
                for _ in 0..<10 {
                    #expect(try await stack.http.post("/v1/auth/login", json("Wrong horse")).status == 401)
                }
                let blocked = try await stack.http.post("/v1/auth/login", json("1234567A"))
                #expect(blocked.status == 429)
                #expect(blocked.header("Retry-After").flatMap(Int.init) ?? 0 > 0)
                // Only the gateway states the client's address.
                let named = json("1234567A", #","client":"203.0.113.1""#)
                #expect(try await stack.http.post("/v1/auth/login", named).status == 400)
                let known = try await browser.send("POST", "/v1/auth/login", json("1234567A"))
                #expect(known.status == 200)
                #expect(!String(decoding: known.body, as: UTF8.self).contains("deviceToken"))
            }
        }

        private func email(of browser: Browser) async throws -> String {
            struct Body: Decodable { var user: SessionUser }
            let answer = try await browser.send("POST", "/v1/auth/refresh")
            return try JSONDecoder().decode(Body.self, from: answer.body).user.email
        }

        @Test func `requests from a page of another site are refused although the browser adds its cookies`()
            async throws
        {
            try await StackFixture.run { stack in
                let browser = try await register(stack)
                let foreign: [[String: String]] = [
                    [:], ["X-Session": "cookie", "Sec-Fetch-Site": "cross-site"],
                    ["X-Session": "cookie", "Origin": "https://evil.example.org"],
                    ["X-Session": "cookie", "Origin": "null"],
                ]
                for headers in foreign {
                    #expect(try await browser.send("PATCH", "/v1/profile", Self.change, headers).status == 403)
                    #expect(try await browser.send("DELETE", "/v1/auth/sessions", nil, headers).status == 403)
                    #expect(try await browser.send("POST", "/v1/auth/logout", nil, headers).status == 403)
                }
                for headers in foreign.dropFirst() {
                    #expect(try await browser.send("POST", "/v1/auth/refresh", nil, headers).status == 403)
                    #expect(try await browser.send("POST", "/v1/auth/login", "{}", headers).status == 403)
                }
                #expect(try await browser.send("POST", "/v1/auth/refresh", nil, [:]).status == 400)
                let asked = try await browser.send(
                    "OPTIONS",
                    "/v1/profile",
                    nil,
                    ["Origin": "https://evil.example.org"]
                )
                #expect(asked.status == 405)
                #expect(asked.header("Access-Control-Allow-Origin") == nil)
                let own = [
                    "X-Session": "cookie", "Origin": "http://127.0.0.1:\(stack.port)", "Sec-Fetch-Site": "same-origin",
                ]
                #expect(try await browser.send("PATCH", "/v1/profile", Self.change, own).status == 200)
            }
        }

        @Test func `two tabs that refresh at the same time stay signed in`() async throws {
            try await StackFixture.run { stack in
                let browser = try await register(stack)
                let other = browser.copy()
                async let first = browser.send("POST", "/v1/auth/refresh").status
                async let second = other.send("POST", "/v1/auth/refresh").status
                #expect(try await [first, second] == [200, 200])
                for tab in [browser, other] {
                    #expect(try await tab.send("GET", "/v1/profile", nil, [:]).status == 200)
                }
                #expect(try await browser.send("POST", "/v1/auth/refresh").status == 200)
                #expect(try await browser.send("GET", "/v1/profile", nil, [:]).status == 200)
            }
        }

        @Test func `a browser without its access token can still end the session`() async throws {
            try await StackFixture.run { stack in
                let browser = try await register(stack)
                let old = browser.copy()
                browser.removeCookie("mealwire-access")
                #expect(try await browser.send("POST", "/v1/auth/logout").status == 204)
                #expect(browser.names == ["mealwire-device"])
                #expect(try await old.send("POST", "/v1/auth/refresh").status == 401)
            }
        }

        @Test func `with an HTTPS public URL all cookies are Secure and have prefixes`() async throws {
            let settings = ["gateway": ["--public-url", "https://food.example.org"]]
            try await StackFixture.run(arguments: { _ in settings }, useOverHTTPS)
        }

        private func useOverHTTPS(_ stack: StackFixture) async throws {
            let browser = try await register(stack)
            let names: Set = ["__Host-mealwire-access", "__Secure-mealwire-refresh", "__Secure-mealwire-device"]
            #expect(browser.names == names)
            #expect(browser.lastSet.count == 3 && browser.lastSet.allSatisfy { $0.hasSuffix("; Secure") })
            let own = ["X-Session": "cookie", "Origin": "https://food.example.org"]
            #expect(try await browser.send("PATCH", "/v1/profile", Self.change, own).status == 200)
            #expect(try await browser.send("POST", "/v1/auth/refresh", nil, own).status == 200)
        }
    }
}
