import LoadGenerator
import Testing

@Suite struct ResponseParserTests {
    private static let plain = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other: content-length\r\n\r\nhello"
    private static let chunked =
        "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"
    private static let empty = "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n"
    private static let problem = "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"

    private func responses(_ pieces: [String], keepsBody: Bool = true) throws -> [ResponseParser.Response] {
        var (parser, responses) = (ResponseParser(), [ResponseParser.Response]())
        for piece in pieces {
            parser.append(Array(piece.utf8))
            while let response = try parser.next(keepsBody: keepsBody) { responses.append(response) }
        }
        return responses
    }

    @Test(arguments: [plain, chunked, empty, problem])
    func `a response is the same however it is fragmented`(text: String) throws {
        let whole = try responses([text])
        #expect(whole.count == 1)
        for cut in 1..<text.utf8.count {
            let pieces = [String(text.prefix(cut)), String(text.dropFirst(cut))]
            #expect(try responses(pieces) == whole)
        }
        #expect(try responses(text.map { String($0) }) == whole)
    }

    @Test func `consecutive responses of one connection are parsed`() throws {
        let all = try responses([Self.plain + Self.chunked + Self.empty + Self.problem])
        #expect(all.map(\.status) == [200, 200, 204, 503])
        #expect(all.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", "hello world", "", "{}"])
        #expect(all.map(\.isKeptOpen) == [true, true, true, false])
    }

    @Test func `an unneeded body is dropped, unless it belongs to an error`() throws {
        let all = try responses([Self.plain + Self.chunked + Self.problem], keepsBody: false)
        #expect(all.map { String(decoding: $0.body, as: UTF8.self) } == ["", "", "{}"])
    }

    @Test func `an interim response is skipped`() throws {
        #expect(try responses(["HTTP/1.1 100 Continue\r\n\r\n" + Self.plain]).map(\.status) == [200])
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func `invalid responses are refused`(text: String) {
        #expect(throws: ResponseParser.Failure.self) { try responses([text]) }
    }

    @Test func `a head without an end is refused`() {
        let line = "X-Long: " + String(repeating: "x", count: 1_000) + "\r\n"
        #expect(throws: ResponseParser.Failure.self) {
            try responses(["HTTP/1.1 200 OK\r\n"] + Array(repeating: line, count: 20))
        }
    }
}
