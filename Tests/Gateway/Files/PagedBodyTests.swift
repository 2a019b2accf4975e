import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

/// Files that arrive over HTTP, such as pictures.
@Suite(.timeLimit(.minutes(5)))
struct PagedBodyTests {
    private static let chunkBytes = 64 * 1_024
    private static let picture = PagedBody(
        what: "A picture",
        bytesMax: ImageTransfer.imageBytesMax,
        pageBytesMax: ImageTransfer.pageBytesMax
    )

    /// Returns a body of chunks, and counts those that are read.
    private func body(of bytes: Int, _ chunks: Recorder<Int>) -> RequestBody {
        let chunk = ByteBuffer(repeating: 0, count: Self.chunkBytes)
        let left = Mutex(bytes)
        let sent = AsyncStream<ByteBuffer>(unfolding: {
            let count = left.withLock { left in
                let count = min(left, Self.chunkBytes)
                left -= count
                return count
            }
            guard count > 0 else { return nil }
            chunks.record(count)
            return chunk.getSlice(at: 0, length: count)
        })
        return RequestBody(asyncSequence: sent)
    }

    private func lease() -> BodyLease { BodyBudget().lease(for: "ann", evict: {}) }

    @Test func `a picture of 100 MB without a length is refused when it exceeds the limit`() async throws {
        let (chunks, pages) = (Recorder<Int>(), Recorder<Int>())
        let error = await #expect(throws: ServiceError.self) {
            try await Self.picture.send(body(of: 100_000_000, chunks), lease()) { page, _ in pages.record(page) }
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.params == ["max": "\(ImageTransfer.imageBytesMax)"])
        #expect(chunks.values.reduce(0, +) <= ImageTransfer.imageBytesMax + Self.chunkBytes)
        #expect(pages.values.count <= ImageTransfer.imageBytesMax / ImageTransfer.pageBytesMax)
    }

    @Test func `a picture with a length above the limit is refused before it is read`() throws {
        func request(_ length: String) -> Request {
            let head = HTTPRequest(
                method: .put,
                scheme: nil,
                authority: nil,
                path: "/",
                headerFields: [.contentLength: length]
            )
            return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        }
        try Self.picture.check(request("\(ImageTransfer.imageBytesMax)"))
        let error = #expect(throws: ServiceError.self) { try Self.picture.check(request("100000000")) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a file of the largest size is sent in pages in their order`() async throws {
        let (bytes, sizes) = (ImageTransfer.imageBytesMax, Recorder<Int>())
        let count = try await Self.picture.send(body(of: bytes, Recorder()), lease()) { page, base64 in
            #expect(page == sizes.values.count)
            sizes.record(base64.utf8.count)
        }
        #expect(count == sizes.values.count)
        #expect(count == ImageTransfer.pages(of: bytes))
        #expect(sizes.values.allSatisfy { $0 <= (ImageTransfer.pageBytesMax + 2) / 3 * 4 })
    }
}
