import Foundation
import Fuzzing
import MessageBus
import Testing

/// Feeds mutations of the headers in `Corpus` to the parsers.
///
/// Nothing crashes, and what is read equals what was written.
@Suite(.timeLimit(.minutes(5)))
struct HeaderFuzzTests {
    private static let inputs = 3_000
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// Three fixed seeds and a random one.
    private static let seeds = [1, 2, 3, Int.random(in: 4...Int(UInt32.max))]

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
