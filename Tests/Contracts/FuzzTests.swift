import Contracts
import Foundation
import Fuzzing
import JSONCoding
import TestSupport
import Testing

/// Mutations of the bodies in `Corpus`: each is rejected as malformed, or decoded without loss.
@Suite(.timeLimit(.minutes(5)))
struct FuzzTests {
    private static let inputs = 1_500
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// Fixed seeds, and a random one.
    private static let seeds = [1, 2, 3, testSeed("BODIES")]

    @Test(arguments: seeds)
    func `a mutated body is rejected as malformed, or survives a round trip`(seed: Int) throws {
        var mutator = try Mutator(Self.corpus, "json", seed: seed)
        #expect(mutator.originals.count > 4)
        for original in mutator.originals { #expect(try Self.readings(of: original, "\(original)") > 0) }
        var readings = 0
        for number in 0..<Self.inputs {
            let input = mutator.next()
            readings += try Self.readings(
                of: input,
                "seed \(seed), input \(number): \(String(decoding: input, as: UTF8.self))"
            )
        }
        #expect(readings > Self.inputs / 20)
    }

    /// The number of contracts that accept the body.
    private static func readings(of body: [UInt8], _ what: Comment) throws -> Int {
        let accepted = [
            try isAccepted(CalculatorTarget.self, body, what), try isAccepted(AuthRegister.self, body, what),
            try isAccepted(DiaryEntriesAdd.self, body, what), try isAccepted(ProfileChange.self, body, what),
            try isAccepted([Portion].self, body, what), try isAccepted(CalculatorProjection.self, body, what),
            try isAccepted(CalculatorPlan.self, body, what),
        ]
        return accepted.count { $0 }
    }

    private static func isAccepted<Value: Codable>(
        _ type: Value.Type,
        _ body: [UInt8],
        _ what: Comment
    ) throws -> Bool {
        let value: Value
        if let plain = PlainJSON.value(type, from: body, isStrict: true) {
            let byFoundation = try PayloadCoder.decodeByFoundation(type, from: body)
            #expect(try sorted(plain) == sorted(byFoundation), what)
        }
        do {
            value = try PayloadCoder.decode(type, from: body)
        } catch {
            #expect(error.code == .malformed, what)
            #expect(!error.message.isEmpty, what)
            return false
        }
        let again = try PayloadCoder.decode(type, from: try PayloadCoder.encode(value))
        let (first, second) = (try sorted(value), try sorted(again))
        #expect(first == second, what)
        return true
    }

    private static func sorted(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }
}
