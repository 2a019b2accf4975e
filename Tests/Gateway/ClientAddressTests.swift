import Gateway
import HTTPTypes
import NIOCore
import Testing

@Suite struct ClientAddressTests {
    private static func text(_ connection: String, _ forwarded: [String] = [], trustedProxies: Int = 0) throws
        -> String?
    {
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: .forwardedFor, value: value)) }
        let address = try SocketAddress(ipAddress: connection, port: 1_234)
        return ClientAddress.text(headers, address, trustedProxies: trustedProxies)
    }

    @Test func `callers are told apart by IPv4 addresses, and by networks of IPv6`() throws {
        #expect(try Self.text("192.0.2.1") == "192.0.2.1")
        #expect(try Self.text("::ffff:192.0.2.1") == "192.0.2.1")
        #expect(try Self.text("2001:db8:1:2:3:4:5:6") == Self.text("2001:db8:1:2::1"))
        #expect(try Self.text("2001:db8:1:2::1") != Self.text("2001:db8:1:3::1"))
        #expect(ClientAddress.text([:], nil, trustedProxies: 0) == nil)
        let socket = try SocketAddress(unixDomainSocketPath: "/run/socket")
        #expect(ClientAddress.text([:], socket, trustedProxies: 0) == nil)
    }

    @Test func `nobody makes up where they come from`() throws {
        #expect(try Self.text("192.0.2.1", ["198.51.100.7"]) == "192.0.2.1")
        #expect(try Self.text("192.0.2.1", ["198.51.100.7, 203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(try Self.text("192.0.2.1", ["198.51.100.7", "203.0.113.9"], trustedProxies: 1) == "203.0.113.9")
        #expect(
            try Self.text("192.0.2.1", ["1.1.1.1, 198.51.100.7 ,203.0.113.9"], trustedProxies: 2) == "198.51.100.7"
        )
        #expect(try Self.text("192.0.2.1", ["203.0.113.9"], trustedProxies: 2) == "192.0.2.1")
        #expect(try Self.text("192.0.2.1", ["no address"], trustedProxies: 1) == "192.0.2.1")
        #expect(try Self.text("192.0.2.1", trustedProxies: 1) == "192.0.2.1")
    }
}
