import Gateway
import Hummingbird
import Synchronization
import Testing

/// The description of the server, which the first screen of the web app waits for.
struct MetaRouteTests {
    private static let reply = Array(#"{"features":["\#(String(repeating: "diary.entries.add", count: 100))"]}"#.utf8)

    @Test(arguments: [nil, "", "br", "identity", "gzip;q=0", "gzip; q=0.0", "gzip;\tq=0", "x-gzipped"])
    func `the reply is plain for clients that do not accept gzip`(header: String?) {
        let response = MetaRoute.response(Self.reply, LastGzip(), acceptEncoding: header)
        #expect(response.status == .ok)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.contentEncoding] == nil)
        #expect(response.body.contentLength == Self.reply.count)
    }

    @Test(arguments: ["gzip", "br, gzip", "GZIP;q=0.5"])
    func `the reply is compressed for clients that accept gzip`(header: String) {
        let response = MetaRoute.response(Self.reply, LastGzip(), acceptEncoding: header)
        #expect(response.headers[.vary] == "Accept-Encoding")
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(response.headers[.contentType] == "application/json")
        #expect((response.body.contentLength ?? .max) < Self.reply.count / 2)
    }

    @Test func `a content is compressed once until it changes`() {
        let encoded = Mutex<[[UInt8]]>([])
        let gzip = LastGzip { content in
            encoded.withLock { $0.append(content) }
            return content.first == 3 ? nil : content + [0]
        }
        #expect([gzip.of([1]), gzip.of([1]), gzip.of([2]), gzip.of([2])] == [[1, 0], [1, 0], [2, 0], [2, 0]])
        #expect([gzip.of([1]), gzip.of([3]), gzip.of([3])] == [[1, 0], nil, nil])
        #expect(encoded.withLock { $0 } == [[1], [2], [1], [3]])
    }
}
