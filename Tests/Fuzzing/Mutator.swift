import Contracts
package import Foundation
import SeededRandom

/// Derives almost valid inputs from a corpus.
///
/// The same seed gives the same inputs.
package struct Mutator {
    /// Maximum number of changes to one input.
    private static let changesMax = 4

    /// Bytes with a meaning in headers, bodies or frames.
    private static let significantBytes: [UInt8] =
        Array(#"{}[]",:\ue+-.019tfn "#.utf8) + [0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xC0, 0xED, 0xFF]

    private static let alphanumerics = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private let corpus: [[UInt8]]
    private var generator: SeededGenerator

    /// Reads the files of a folder with the given path extension.
    package init(_ folder: URL, _ ending: String, seed: Int) throws {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        corpus = try files.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }.map {
            [UInt8](try Data(contentsOf: $0))
        }
        generator = SeededGenerator(seed: seed)
    }

    /// The unchanged inputs of the corpus.
    package var originals: [[UInt8]] { corpus }

    /// Returns the next input.
    package mutating func next() -> [UInt8] {
        var bytes = any()
        // Half of the inputs keep their shape: a parser rejects most others at the first byte.
        if number(in: 0...1) == 0 {
            for _ in 0..<number(in: 1...2) { changeKeepingShape(&bytes) }
        } else {
            for _ in 0..<number(in: 1...Self.changesMax) { change(&bytes) }
        }
        return bytes
    }

    /// Splits an input into pieces of random sizes, as a socket may deliver it.
    package mutating func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = number(in: 1...max(1, rest.count))
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    private mutating func any() -> [UInt8] { corpus[number(in: 0...corpus.count - 1)] }

    private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Replaces one letter or digit, or replaces or inserts a member of a list.
    private mutating func changeKeepingShape(_ bytes: inout [UInt8]) {
        if number(in: 0...2) == 0, let old = member(of: bytes), case let other = any(), let new = member(of: other) {
            bytes.replaceSubrange(number(in: 0...1) == 0 ? old : old.upperBound..<old.upperBound, with: other[new])
            return
        }
        let offsets = bytes.indices.filter { Self.alphanumerics.contains(bytes[$0]) }
        guard !offsets.isEmpty else { return }
        let offset = offsets[number(in: 0...offsets.count - 1)]
        let digits: ClosedRange<UInt8> = 0x30...0x39
        bytes[offset] =
            digits.contains(bytes[offset])
            ? UInt8(number(in: 0x30...0x39)) : Self.alphanumerics[number(in: 0...Self.alphanumerics.count - 1)]
    }

    /// Returns a random range between two commas, including the first one.
    private mutating func member(of bytes: [UInt8]) -> Range<Int>? {
        let commas = bytes.indices.filter { bytes[$0] == UInt8(ascii: ",") }
        guard commas.count > 1 else { return nil }
        let index = number(in: 0...commas.count - 2)
        return commas[index]..<commas[index + 1]
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else {
            bytes = any()
            return
        }
        let position = number(in: 0...bytes.count - 1)
        switch number(in: 0...7) {
        case 0: bytes[position] ^= 1 << UInt8(number(in: 0...7))
        case 1: bytes[position] = Self.significantBytes[number(in: 0...Self.significantBytes.count - 1)]
        case 2: bytes.insert(Self.significantBytes[number(in: 0...Self.significantBytes.count - 1)], at: position)
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + number(in: 1...16)))
        case 4: bytes.removeLast(number(in: 1...bytes.count))
        case 5:
            // Joins the beginning of this input and the end of another.
            let other = any()
            bytes = bytes[..<position] + other.suffix(number(in: 0...other.count))
        case 6:
            // Repeats a part.
            bytes.insert(contentsOf: bytes[position...].prefix(number(in: 1...64)), at: position)
        default:
            // Writes an arbitrary size.
            let size = UInt64(1) << UInt64(number(in: 0...63)) &- UInt64(number(in: 0...1))
            let bigEndian = (0..<8).map { UInt8(truncatingIfNeeded: size >> UInt64(56 - 8 * $0)) }
            bytes.replaceSubrange(position..<min(bytes.count, position + 8), with: bigEndian)
        }
    }
}
