import HTTPServer
import TestSupport
import Testing

struct ConnectionLimiterTests {
    @Test func `each address has its own limit of connections`() {
        let limiter = ConnectionLimiter(max: 2)
        #expect((0..<3).map { _ in limiter.admit("192.0.2.1") } == [true, true, false])
        #expect(limiter.admit("192.0.2.2"))
        limiter.leave("192.0.2.1")
        #expect(limiter.admit("192.0.2.1"))
        #expect(!limiter.admit("::ffff:192.0.2.1"))
    }

    @Test func `a limited number of refused connections stays open to read the reason`() {
        let limiter = ConnectionLimiter(max: 1)
        #expect(limiter.admit("192.0.2.1"))
        let stay = (0...ConnectionLimiter.refusedMax).map { _ in limiter.admitRefused("192.0.2.1") }
        #expect(stay == Array(repeating: true, count: ConnectionLimiter.refusedMax) + [false])
        #expect(limiter.admitRefused("192.0.2.2"))
        limiter.leaveRefused("192.0.2.1")
        #expect(limiter.admitRefused("192.0.2.1"))
        // Refused connections do not count as admitted ones.
        limiter.leave("192.0.2.1")
        #expect((0..<2).map { _ in limiter.admit("192.0.2.1") } == [true, false])
    }

    @Test(arguments: ["127.0.0.1", "::1", nil] as [String?])
    func `connections from this host are not counted`(peer: String?) {
        let limiter = ConnectionLimiter(max: 1)
        for _ in 0..<10 { #expect(limiter.admit(peer)) }
    }

    @Test func `connections of a declared proxy are not counted, those of an undeclared one are`() {
        let (declared, undeclared) = (ConnectionLimiter(max: 1, proxies: 1), ConnectionLimiter(max: 1))
        for _ in 0..<10 { #expect(declared.admit("10.0.0.1")) }
        #expect((0..<2).map { _ in undeclared.admit("10.0.0.1") } == [true, false])
        #expect((0..<2).map { _ in declared.admit("192.0.2.1") } == [true, false])
    }

    @Test func `the client with most unread bytes loses its own responses, not those of others`() {
        let unread = UnreadResponses(max: 100)
        let ended = Recorder<Int>()
        final class Connection {}
        let connections = (0..<5).map { _ in Connection() }
        func add(_ number: Int, _ bytes: Int, of client: String) {
            unread.add(ObjectIdentifier(connections[number]), bytes, of: client) {
                ended.record(number)
            }
        }
        // The oldest response belongs to another client.
        add(0, 20, of: "a")
        for number in 1..<4 { add(number, 25, of: "b") }
        #expect(ended.values == [])
        add(4, 25, of: "b")
        #expect(ended.values == [1])
    }

    @Test func `unread responses are aborted in the order in which reading stopped`() {
        let unread = UnreadResponses(max: 100)
        let ended = Recorder<Int>()
        final class Connection {}
        let connections = (0..<4).map { _ in Connection() }
        func add(_ number: Int, _ bytes: Int) {
            unread.add(ObjectIdentifier(connections[number]), bytes) { ended.record(number) }
        }
        for number in 0..<3 { add(number, 30) }
        // The client of the first response reads again, and stops again.
        unread.remove(ObjectIdentifier(connections[0]))
        add(0, 30)
        #expect(ended.values == [])
        add(3, 50)
        #expect(ended.values == [1, 2])
        add(3, 101)
        #expect(ended.values == [1, 2, 0, 3])
    }
}
