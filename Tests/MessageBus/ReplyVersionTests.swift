import Contracts
import MessageBus
import Testing

/// Returns an object with the requested version.
private struct VersionedEcho: Contract {
    struct Reply: Codable, Sendable, Versioned {
        var version: Int?
    }

    static let method = Method("echo.version", of: Echo.service, .read, .anyone)

    var version: Int?
}

/// Reads the version of a reply's object from the header.
@Suite(.timeLimit(.minutes(5)))
struct ReplyVersionTests {
    /// Calls a worker, and returns what the caller gets.
    private static func reply(
        _ request: some Contract & Sendable,
        wantsVersion: Bool,
        isInline: Bool = false
    ) async throws -> EncodedReply {
        let (method, payload) = (type(of: request).method, try PayloadCoder.encode(request))
        let (replies, continuation) = AsyncStream.makeStream(of: EncodedReply.self)
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            let versioned: Endpoint =
                isInline
                ? .inline(VersionedEcho.self) { request, _ in VersionedEcho.Reply(version: request.version) }
                : .handle(VersionedEcho.self) { request, _ in VersionedEcho.Reply(version: request.version) }
            worker.serve(
                Echo.service,
                capacity: 8,
                [versioned, .inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: "worker") }]
            )
            try await fixture.withClient([worker]) { client in
                continuation.yield(
                    try await client.forward(method, payload: payload, .own(), wantsVersion: wantsVersion)
                )
            }
        }
        continuation.finish()
        return try #require(await replies.first { _ in true })
    }

    @Test(arguments: [true, false])
    func `a caller that wants the version of an object gets it beside the payload`(isInline: Bool) async throws {
        let reply = try await Self.reply(VersionedEcho(version: 3), wantsVersion: true, isInline: isInline)
        #expect(reply.version == 3)
        #expect(String(decoding: reply.payload, as: UTF8.self) == #"{"version":3}"#)
    }

    @Test func `a version that the number of digits makes long is passed on unchanged`() async throws {
        #expect(try await Self.reply(VersionedEcho(version: .max), wantsVersion: true).version == .max)
    }

    @Test func `a caller of an older version, which would refuse the field, gets a header without it`() async throws {
        #expect(try await Self.reply(VersionedEcho(version: 3), wantsVersion: false).version == nil)
    }

    @Test func `a stored reply leaves as its bytes, with the version of its object`() async throws {
        let stored = #"{ "version": 3, "former": [] }"#
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            let endpoint = Endpoint.write(VersionedEcho.self) { _, _ in try WrittenReply(stored: Array(stored.utf8)) }
            worker.serve(Echo.service, capacity: 8, [endpoint])
            try await fixture.withClient([worker]) { client in
                let payload = try PayloadCoder.encode(VersionedEcho(version: nil))
                let reply = try await client.forward(
                    VersionedEcho.method,
                    payload: payload,
                    .own(),
                    wantsVersion: true
                )
                #expect(String(decoding: reply.payload, as: UTF8.self) == stored)
                #expect(reply.version == 3)
            }
        }
    }

    @Test func `an object without a version, and a reply of another type, have none in the header`() async throws {
        #expect(try await Self.reply(VersionedEcho(version: nil), wantsVersion: true).version == nil)
        #expect(try await Self.reply(Echo(text: "x"), wantsVersion: true).version == nil)
    }
}
