import HTTPServer
import HTTPTypes
import Testing

@Suite struct ClientAddressTests {
    private static func text(
        _ connection: String?,
        _ forwarded: [String] = [],
        trustedProxies: TrustedProxies = 0
    ) -> String? {
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: .forwardedFor, value: value)) }
        return ClientAddress.text(headers, connection, trustedProxies: trustedProxies)
    }

    @Test func `clients are identified by IPv4 addresses and by IPv6 networks`() {
        #expect(Self.text("192.0.2.1") == "192.0.2.1")
        #expect(Self.text("::ffff:192.0.2.1") == "192.0.2.1")
        #expect(Self.text("2001:db8:1:2:3:4:5:6") == Self.text("2001:db8:1:2::1"))
        #expect(Self.text("2001:db8:1:2::1") != Self.text("2001:db8:1:3::1"))
        #expect(ClientAddress.text([:], nil, trustedProxies: 0) == nil)
        #expect(Self.text("/run/socket") == nil)
    }

    @Test func `the client's address is taken as many places from the end as proxies are declared`() {
        #expect(Self.text("10.0.0.1", ["198.51.100.7"]) == "10.0.0.1")
        #expect(Self.text("10.0.0.1", ["198.51.100.7, 203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(Self.text("10.0.0.1", ["198.51.100.7", "203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(
            Self.text("10.0.0.1", ["1.1.1.1, 198.51.100.7 ,203.0.113.9"], trustedProxies: 2) == "198.51.100.7"
        )
        #expect(Self.text("10.0.0.1", ["203.0.113.9"], trustedProxies: 2) == "10.0.0.1")
        #expect(Self.text("10.0.0.1", ["203.0.113.9:51234"], trustedProxies: 1) == "203.0.113.9")
        let (bare, withPort) = ("2001:db8:1:2::1", "[2001:db8:1:2::7]:443")
        #expect(Self.text("10.0.0.1", [withPort], trustedProxies: 1) == Self.text(bare))
        #expect(Self.text("10.0.0.1", ["no address"], trustedProxies: 1) == "10.0.0.1")
        #expect(Self.text("10.0.0.1", trustedProxies: 1) == "10.0.0.1")
    }

    @Test(arguments: ["192.0.2.1", "8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:192.0.2.1"])
    func `the header of a peer with a public address is ignored unless the peer is listed`(peer: String) throws {
        let claim = ["203.0.113.9"]
        #expect(Self.text(peer, claim, trustedProxies: 1) == Self.text(peer))
        let listed = try #require(TrustedProxies(count: 1, addresses: "198.51.100.0/24, \(peer)"))
        #expect(Self.text(peer, claim, trustedProxies: listed) == "203.0.113.9")
        #expect(Self.text("10.0.0.1", claim, trustedProxies: listed) == "10.0.0.1")
    }

    @Test(
        arguments: [
            "127.0.0.1", "::1", "10.1.2.3", "172.18.0.1", "192.168.1.1", "100.64.0.7", "fd00::5", "fe80::1", nil,
        ] as [String?]
    )
    func `a proxy on this host or in a private network is trusted by default`(peer: String?) {
        #expect(Self.text(peer, ["203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/x", "proxy", "10.0.0.1,,x", "fd00::/129", "10.0.0.0/8/8"])
    func `a list of proxies with an invalid address is refused`(text: String) {
        #expect(TrustedProxies(count: 1, addresses: text) == nil)
    }

    @Test func `a network contains exactly the addresses with its prefix`() throws {
        for (network, inside, outside) in [
            ("192.0.2.128/25", "192.0.2.255", "192.0.2.127"), ("10.0.0.0/7", "11.255.255.255", "12.0.0.0"),
            ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"), ("0.0.0.0/0", "8.8.8.8", "2001:db8::1"),
        ] {
            let found = try #require(IPNetwork(network))
            #expect(found.contains(try #require(IPAddress(inside))), "\(network)")
            #expect(!found.contains(try #require(IPAddress(outside))), "\(network)")
        }
    }
}
