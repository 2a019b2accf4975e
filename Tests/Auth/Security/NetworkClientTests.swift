import Auth
import Contracts
import Testing

/// The text that identifies a client where attempts are counted.
struct NetworkClientTests {
    @Test func `an IPv6 client is identified by its 56-bit network`() {
        let context = RequestContext.test()
        let (first, second) = (
            NetworkClient("20:1:d:b8:0:0:12:1/64", context), NetworkClient("20:1:d:b8:0:0:12:ff/64", context)
        )
        #expect(first.text == "20:1:d:b8:0:0:12/56")
        #expect(first.text == second.text)
        #expect(NetworkClient("20:1:d:b8:0:0:13:1/64", context).text != first.text)
        #expect(!first.isLocal)
    }

    @Test(arguments: ["0:0:0:0:0:0:0:0/64", "127.0.0.1", nil] as [String?])
    func `a client on this host is local`(address: String?) {
        #expect(NetworkClient(address, .test()).isLocal)
    }

    @Test func `an IPv4 client is identified by its address`() {
        #expect(NetworkClient("203.0.113.7", .test()).text == "203.0.113.7")
    }
}
