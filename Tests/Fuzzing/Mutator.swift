package import Foundation

/// Makes inputs that are nearly right out of a corpus: the same ones for the same seed.
package struct Mutator {
    /// Changes that one input goes through at most.
    private static let changesMax = 4

    /// Bytes that mean something to what reads headers, bodies or frames.
    private static let telling: [UInt8] =
        Array(#"{}[]",:\ue+-.019tfn "#.utf8) + [0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xC0, 0xED, 0xFF]

    private static let alphanumerics = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private let corpus: [[UInt8]]
    private var generator: SeededGenerator

    /// Takes the files of a folder that end so.
    package init(_ folder: URL, _ ending: String, seed: UInt64) throws {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        corpus = try files.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }.map {
            [UInt8](try Data(contentsOf: $0))
        }
        generator = SeededGenerator(seed: seed)
    }

    /// What the corpus holds, as it is.
    package var originals: [[UInt8]] { corpus }

    /// An input.
    package mutating func next() -> [UInt8] {
        var bytes = any()
        // Half of them are changed once or twice, with care: what is refused at its first byte tests nothing behind it.
        if number(in: 0...1) == 0 {
            for _ in 0..<number(in: 1...2) { changeWithCare(&bytes) }
        } else {
            for _ in 0..<number(in: 1...Self.changesMax) { change(&bytes) }
        }
        return bytes
    }

    /// The input in pieces of any sizes, as a socket may hand it over.
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

    /// Leaves the shape as it is: one letter or digit for another, or a member of one list for one of another.
    private mutating func changeWithCare(_ bytes: inout [UInt8]) {
        if number(in: 0...2) == 0, let old = member(of: bytes), case let other = any(), let new = member(of: other) {
            bytes.replaceSubrange(number(in: 0...1) == 0 ? old : old.upperBound..<old.upperBound, with: other[new])
            return
        }
        let places = bytes.indices.filter { Self.alphanumerics.contains(bytes[$0]) }
        guard !places.isEmpty else { return }
        let place = places[number(in: 0...places.count - 1)]
        let digits: ClosedRange<UInt8> = 0x30...0x39
        bytes[place] =
            digits.contains(bytes[place])
            ? UInt8(number(in: 0x30...0x39)) : Self.alphanumerics[number(in: 0...Self.alphanumerics.count - 1)]
    }

    /// What stands between two commas, with the first of them.
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
        case 1: bytes[position] = Self.telling[number(in: 0...Self.telling.count - 1)]
        case 2: bytes.insert(Self.telling[number(in: 0...Self.telling.count - 1)], at: position)
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + number(in: 1...16)))
        case 4: bytes.removeLast(number(in: 1...bytes.count))
        case 5:
            // The beginning of one input and the end of another.
            let other = any()
            bytes = bytes[..<position] + other.suffix(number(in: 0...other.count))
        case 6:
            // A part comes twice.
            bytes.insert(contentsOf: bytes[position...].prefix(number(in: 1...64)), at: position)
        default:
            // A size out of nowhere.
            let size = UInt64(1) << UInt64(number(in: 0...63)) &- UInt64(number(in: 0...1))
            let bigEndian = (0..<8).map { UInt8(truncatingIfNeeded: size >> UInt64(56 - 8 * $0)) }
            bytes.replaceSubrange(position..<min(bytes.count, position + 8), with: bigEndian)
        }
    }
}
