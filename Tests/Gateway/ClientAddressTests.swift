import Gateway
import HTTPTypes
import Testing

@Suite struct ClientAddressTests {
    private static func text(_ connection: String, _ forwarded: [String] = [], trustedProxies: Int = 0) -> String? {
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: .forwardedFor, value: value)) }
        return ClientAddress.text(headers, connection, trustedProxies: trustedProxies)
    }

    @Test func `callers are told apart by IPv4 addresses, and by networks of IPv6`() {
        #expect(Self.text("192.0.2.1") == "192.0.2.1")
        #expect(Self.text("::ffff:192.0.2.1") == "192.0.2.1")
        #expect(Self.text("2001:db8:1:2:3:4:5:6") == Self.text("2001:db8:1:2::1"))
        #expect(Self.text("2001:db8:1:2::1") != Self.text("2001:db8:1:3::1"))
        #expect(ClientAddress.text([:], nil, trustedProxies: 0) == nil)
        #expect(Self.text("/run/socket") == nil)
    }

    @Test func `nobody makes up where they come from`() {
        #expect(Self.text("192.0.2.1", ["198.51.100.7"]) == "192.0.2.1")
        #expect(Self.text("192.0.2.1", ["198.51.100.7, 203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(Self.text("192.0.2.1", ["198.51.100.7", "203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(
            Self.text("192.0.2.1", ["1.1.1.1, 198.51.100.7 ,203.0.113.9"], trustedProxies: 2) == "198.51.100.7"
        )
        #expect(Self.text("192.0.2.1", ["203.0.113.9"], trustedProxies: 2) == "192.0.2.1")
        #expect(Self.text("192.0.2.1", ["203.0.113.9:51234"], trustedProxies: 1) == "203.0.113.9")
        let (bare, withPort) = ("2001:db8:1:2::1", "[2001:db8:1:2::7]:443")
        #expect(Self.text("192.0.2.1", [withPort], trustedProxies: 1) == Self.text(bare))
        #expect(Self.text("192.0.2.1", ["no address"], trustedProxies: 1) == "192.0.2.1")
        #expect(Self.text("192.0.2.1", trustedProxies: 1) == "192.0.2.1")
    }
}
