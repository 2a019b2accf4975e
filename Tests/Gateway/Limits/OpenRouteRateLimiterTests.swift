import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import TestSupport
import Testing

struct OpenRouteRateLimiterTests {
    private static func limiter(
        _ perMinute: Int,
        _ proxies: TrustedProxies = 0,
        _ log: LogRecorder = LogRecorder()
    ) -> OpenRouteRateLimiter {
        OpenRouteRateLimiter(perMinute: perMinute, proxies: proxies, logger: log.logger)
    }

    @Test func `a client over its rate is refused with the seconds to wait, others are not`() throws {
        let limiter = Self.limiter(2)
        for _ in 0..<2 { try limiter.check([:], peer: "192.0.2.1", now: 0) }
        let error = #expect(throws: ServiceError.self) { try limiter.check([:], peer: "192.0.2.1", now: 0) }
        #expect(error?.code == .tooManyRequests)
        #expect(error.map { Problem($0).headers[.retryAfter] } == "31")
        try limiter.check([:], peer: "192.0.2.2", now: 0)
        try limiter.check([:], peer: "192.0.2.1", now: 31_000_000_000)
    }

    @Test func `an IPv6 network counts as one client`() throws {
        let limiter = Self.limiter(1)
        try limiter.check([:], peer: "2001:db8::1", now: 0)
        #expect(throws: ServiceError.self) { try limiter.check([:], peer: "2001:db8::2", now: 0) }
        try limiter.check([:], peer: "2001:db8:0:1::1", now: 0)
    }

    @Test(arguments: ["127.0.0.1", "::1", "::ffff:127.0.0.1", nil] as [String?])
    func `clients on this host are not limited`(peer: String?) throws {
        let limiter = Self.limiter(1)
        for _ in 0..<10 { try limiter.check([:], peer: peer, now: 0) }
    }

    @Test func `each client of a declared proxy has its own limit, even on this host`() throws {
        let limiter = Self.limiter(1, 1)
        for client in ["203.0.113.1", "203.0.113.2"] {
            try limiter.check([.forwardedFor: client], peer: "127.0.0.1", now: 0)
            #expect(throws: ServiceError.self) {
                try limiter.check([.forwardedFor: client], peer: "127.0.0.1", now: 0)
            }
        }
    }

    @Test func `without a limit, no client is refused`() throws {
        let limiter = Self.limiter(0)
        for _ in 0..<1_000 { try limiter.check([:], peer: "192.0.2.1", now: 0) }
    }

    @Test func `an undeclared proxy is logged once`() throws {
        let log = LogRecorder()
        let limiter = Self.limiter(100, 0, log)
        try limiter.check([:], peer: "127.0.0.1", now: 0)
        #expect(log.lines.isEmpty)
        for _ in 0..<3 { try limiter.check([.forwardedFor: "203.0.113.1"], peer: "127.0.0.1", now: 0) }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.message.contains("--trusted-proxies") == true)
    }

    @Test func `a declared proxy is not logged`() throws {
        let log = LogRecorder()
        try Self.limiter(100, 1, log).check([.forwardedFor: "203.0.113.1"], peer: "127.0.0.1", now: 0)
        #expect(log.lines.isEmpty)
    }
}
