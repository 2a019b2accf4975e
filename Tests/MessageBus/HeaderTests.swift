import Contracts
import Foundation
import Fuzzing
import MessageBus
import TestSupport
import Testing

struct HeaderTests {
    private static let id = UUIDv7(high: 0x0193_4A6B_0000_7ABC, low: 0x8123_4567_89AB_CDEF)

    private static let full = RequestHeader(
        id: id,
        timeLeftMs: 4_999,
        retryable: true,
        method: "diary.entries.add",
        principal: Principal(user: UserID(id), roles: [.user, .admin], session: SessionID(id)),
        idempotencyKey: "key-1",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        wantsVersion: true
    )

    private static func read(_ bytes: [UInt8]) -> RequestHeader? { bytes.withUnsafeBytes { HeaderReader.request($0) } }

    private static func readReply(_ bytes: [UInt8]) -> ReplyHeader? {
        bytes.withUnsafeBytes { HeaderReader.reply($0) }
    }

    @Test func `a header is read back as it was written`() {
        #expect(Self.read(HeaderWriter.encode(Self.full)) == Self.full)
        let bare = RequestHeader(id: Self.id, timeLeftMs: 0, retryable: false, method: "x")
        #expect(Self.read(HeaderWriter.encode(bare)) == bare)
        for version in [nil, 0, 3, Int.max] {
            let reply = ReplyHeader(id: Self.id, status: ReplyHeader.ok, instance: "diary-1", version: version)
            #expect(Self.readReply(HeaderWriter.encode(reply)) == reply)
        }
    }

    @Test func `a field that only a newer process knows is ignored in a reply`() {
        let known = ReplyHeader(id: Self.id, status: ReplyHeader.ok, instance: "diary-1", version: 3)
        let text = String(decoding: HeaderWriter.encode(known), as: UTF8.self).dropLast() + #","newer":[1]}"#
        #expect(Self.readReply(Array(text.utf8)) == known)
    }

    @Test func `texts with quotes, escapes and other scripts are read back unchanged`() {
        var header = Self.full
        header.method = "a\"b\\c\n\u{1}\u{7F}ї🍌"
        header.idempotencyKey = ""
        #expect(Self.read(HeaderWriter.encode(header)) == header)
    }

    @Test func `any JSON with the same fields is accepted`() throws {
        let text = """
            { "method": "m", "retryable": true, "timeLeftMs": 12, "id": "\(Self.id.description.uppercased())" }
            """
        let header = try #require(Self.read(Array(text.utf8)))
        #expect(header == RequestHeader(id: Self.id, timeLeftMs: 12, retryable: true, method: "m"))
        let routing = try #require(Array(text.utf8).withUnsafeBytes { HeaderReader.routing($0) })
        #expect(routing.id == Self.id)
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "null", "\u{0}\u{1}", #"{"id":"x","timeLeftMs":1,"retryable":true,"method":"m"}"#,
        #"{"id":"01934a6b-0000-7abc-8123-456789abcdef","timeLeftMs":-1,"retryable":true,"method":"m"}"#,
        #"{"id":"01934a6b-0000-7abc-8123-456789abcdef","timeLeftMs":1,"retryable":true,"method":"m","x":1}"#,
        #"{"id":"01934a6b-0000-7abc-8123-456789abcdef","timeLeftMs":99999999999999999999,"retryable":true,"method":""}"#,
    ])
    func `invalid headers are refused`(text: String) {
        #expect(Self.read(Array(text.utf8)) == nil)
    }

    @Test func `a truncated or changed header neither crashes the reader nor reads as the original`() {
        let bytes = HeaderWriter.encode(Self.full)
        for length in 0..<bytes.count { #expect(Self.read(Array(bytes.prefix(length))) == nil) }
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 0x80
            if let header = Self.read(changed) { #expect(header != Self.full) }
        }
    }
}

/// Feeds mutations of the headers in `Corpus` to the parsers.
///
/// Nothing crashes, and what is read equals what was written.
@Suite(.timeLimit(.minutes(5)))
struct HeaderFuzzTests {
    private static let inputs = 3_000
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// Three fixed seeds and a random one.
    private static let seeds = [1, 2, 3, testSeed("HEADERS")]

    @Test(arguments: seeds)
    func `headers are refused, or read back as they were written`(seed: Int) throws {
        var mutator = try Mutator(Self.corpus, "header", seed: seed)
        var read = 0
        for number in 0..<Self.inputs {
            let input = mutator.next()
            let request = input.withUnsafeBytes { HeaderReader.request($0) }
            let routing = input.withUnsafeBytes { HeaderReader.routing($0) }
            let reply = input.withUnsafeBytes { HeaderReader.reply($0) }
            let what: Comment = "seed \(seed), input \(number): \(String(decoding: input, as: UTF8.self))"
            if request != nil || reply != nil { read += 1 }
            if let request {
                #expect(HeaderWriter.encode(request).withUnsafeBytes { HeaderReader.request($0) } == request, what)
                #expect(routing?.id == request.id, what)
                #expect(routing?.timeLeftMs == request.timeLeftMs, what)
                #expect(routing?.retryable == request.retryable, what)
            }
            if let reply {
                #expect(HeaderWriter.encode(reply).withUnsafeBytes { HeaderReader.reply($0) } == reply, what)
            }
        }
        #expect(read > Self.inputs / 10)
    }
}
