import CommandSupport
import LoadGenerator
import Testing

@Suite struct LoadTargetTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1", 8_080, true), ("http://localhost/", "localhost", 80, true),
        ("http://[::1]:9000", "::1", 9_000, true), ("http://127.8.9.1", "127.8.9.1", 80, true),
        ("http://meals.example.org:8080", "meals.example.org", 8_080, false),
        ("http://10.0.0.1", "10.0.0.1", 80, false),
        ("http://127.0.0.1.example.org", "127.0.0.1.example.org", 80, false), ("http://127.1", "127.1", 80, false),
        ("http://128.0.0.1", "128.0.0.1", 80, false),
    ])
    func `an address is parsed into host and port, and loopback is recognized`(
        url: String,
        host: String,
        port: Int,
        isLoopback: Bool
    ) throws {
        let target = try LoadTarget(url)
        #expect(target.host == host)
        #expect(target.port == port)
        #expect(target.isLoopback == isLoopback)
    }

    @Test func `an IPv6 host keeps its brackets in requests`() throws {
        #expect(try LoadTarget("http://[::1]:9000").authority == "[::1]:9000")
    }

    @Test(arguments: [
        "https://127.0.0.1", "127.0.0.1:8080", "http://", "http://:80", "http://host:0", "http://host:65536",
        "http://host:x", "http://host/path", "http://me@host", "http://[::1]x", "http://host?a=b", "http://host:1:2",
    ])
    func `an invalid address is refused with a message`(url: String) {
        let failure = #expect(throws: CommandFailure.self) { try LoadTarget(url) }
        #expect(failure?.description.hasPrefix("--url is \(url), but must") == true)
    }
}
