import Contracts
import Gateway
import HTTPTypes
import Testing

struct MetricsAccessTests {
    private static let token = "0123456789abcdef"

    private func mayRead(
        _ access: MetricsAccess = MetricsAccess(token: nil),
        from address: String? = "127.0.0.1",
        authority: String? = "localhost:8080",
        with headers: [String: String] = [:]
    ) throws -> Bool {
        var fields = HTTPFields()
        for (name, value) in headers {
            let name = try #require(HTTPField.Name(name))
            fields[name] = value
        }
        do throws(ServiceError) {
            try access.check(fields, authority: authority, address: address)
            return true
        } catch {
            #expect(error.code == .forbidden)
            return false
        }
    }

    @Test(arguments: ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
    func `programs on this host may read the metrics`(address: String) throws {
        #expect(try mayRead(from: address))
    }

    @Test(arguments: ["10.0.0.5", "203.0.113.9", "2001:db8::1", "::ffff:10.0.0.1", "no address"])
    func `other hosts may not read the metrics`(address: String) throws {
        #expect(try !mayRead(from: address))
        #expect(try !mayRead(from: nil))
    }

    @Test(arguments: ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
    func `a request through a proxy on this host is not local`(header: String) throws {
        #expect(try !mayRead(with: [header: "127.0.0.1"]))
    }

    @Test func `a request with another host name is not local, as from a rebinding page`() throws {
        #expect(try !mayRead(authority: "rebound.example.org:8080"))
        #expect(try !mayRead(authority: "127.0.0.1.example.org"))
        for own in ["127.0.0.1", "127.0.0.1:8080", "[::1]:8080", "localhost"] { #expect(try mayRead(authority: own)) }
        #expect(try mayRead(authority: nil))
    }

    @Test func `with a proxy or a public URL of another host, the token is required`() throws {
        let good = ["Authorization": "Bearer \(Self.token)"]
        let proxied = MetricsAccess(token: Self.token, trustedProxies: 1)
        #expect(try !mayRead(proxied))
        #expect(try mayRead(proxied, with: good))
        for url in ["https://food.example.org", "http://10.0.0.5:8080/", "no address"] {
            #expect(try !mayRead(MetricsAccess(token: nil, publicURL: url)))
            #expect(try mayRead(MetricsAccess(token: Self.token, publicURL: url), with: good))
        }
        for url in ["http://localhost:8080/", "http://127.0.0.1:8080", "https://[::1]:8443"] {
            #expect(try mayRead(MetricsAccess(token: nil, publicURL: url)))
        }
    }

    @Test func `the token gives access from any host, another one does not`() throws {
        let access = MetricsAccess(token: Self.token)
        let (far, good) = ("203.0.113.9", ["Authorization": "Bearer \(Self.token)"])
        #expect(try mayRead(access, from: far, authority: "food.example.org", with: good))
        #expect(try mayRead(access, from: far, with: ["Authorization": "bearer \(Self.token)"]))
        for wrong in [
            "", "Bearer", "Bearer ", "Bearer \(Self.token)x", "Bearer 0123456789abcdeF", "Basic \(Self.token)",
        ] {
            #expect(try !mayRead(access, from: far, with: ["Authorization": wrong]))
        }
        #expect(try !mayRead(from: far, with: good))
    }
}
