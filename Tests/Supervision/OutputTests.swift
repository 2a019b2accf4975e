import CommandSupport
import Testing

@Suite struct OutputTests {
    private func texts(_ lines: [[UInt8]]) -> [String] {
        lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `lines are complete wherever reads end`() {
        var splitter = LineSplitter()
        #expect(splitter.append(Array("one\ntw".utf8)[...]) == [Array("one".utf8)])
        #expect(texts(splitter.append(Array("o\n\nthree".utf8)[...])) == ["two", ""])
        #expect(splitter.finish() == Array("three".utf8))
        #expect(splitter.finish() == nil)
    }

    @Test func `a line without an end is split at the limit`() {
        var splitter = LineSplitter()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: LineSplitter.lineBytesMax + 3)
        let pieces = splitter.append(long[...]) + splitter.append(Array("y\n".utf8)[...])
        #expect(pieces.map(\.count) == [LineSplitter.lineBytesMax, 4])
    }

    @Test func `names are padded to equal width`() {
        let prefix = LinePrefix(names: ["auth", "gateway"], colour: false)
        #expect(texts([prefix.line(Array("hello".utf8), of: 0)]) == ["auth    | hello\n"])
        #expect(texts([prefix.line(Array("hello".utf8), of: 1)]) == ["gateway | hello\n"])
    }

    @Test func `only the name is coloured, and neighbours differ in colour`() {
        let prefix = LinePrefix(names: ["auth", "diary"], colour: true)
        let lines = texts([prefix.line(Array("a".utf8), of: 0), prefix.line(Array("a".utf8), of: 1)])
        #expect(lines[0] == "\u{1B}[36mauth  | \u{1B}[0ma\n")
        #expect(lines[1] == "\u{1B}[33mdiary | \u{1B}[0ma\n")
    }
}
