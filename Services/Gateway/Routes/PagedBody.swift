import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// A file on its way in: bytes on the side of HTTP, pages of base64 on the side of messages.
struct PagedBody: Sendable {
    /// What it is called when it is too large: "A picture".
    let what: String
    let bytesMax: Int
    let pageBytesMax: Int

    /// Refuses a file that says itself that it is too large.
    func check(_ request: Request) throws(ServiceError) {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bytesMax { throw tooLarge }
    }

    /// Sends a file on page by page while it comes in, so that an upload needs the memory of a page only.
    ///
    /// - Parameters:
    ///   - body: The file.
    ///   - lease: The memory of what is not sent on.
    ///   - sendPage: Sends a page, which it gets by its number and as base64.
    /// - Returns: How many pages there were.
    /// - Throws: `tooLarge`, and what `sendPage` throws.
    func send(
        _ body: RequestBody,
        _ lease: BodyLease,
        _ sendPage: (Int, String) async throws -> Void
    ) async throws -> Int {
        var (page, pages, bytes) = (ByteBuffer(), 0, 0)
        for try await chunk in body {
            bytes += chunk.readableBytes
            guard bytes <= bytesMax else { throw tooLarge }
            try lease.take(chunk.readableBytes)
            page.writeImmutableBuffer(chunk)
            while page.readableBytes >= pageBytesMax {
                try await sendPage(pages, Self.base64(&page, pageBytesMax))
                lease.give(pageBytesMax)
                pages += 1
            }
        }
        if page.readableBytes > 0 {
            try await sendPage(pages, Self.base64(&page, page.readableBytes))
            pages += 1
        }
        return pages
    }

    /// What the message behind the last page is called with: its time begins when the client has sent all, however slow its
    /// line is.
    static func finishing(_ context: Contracts.RequestContext, _ method: Contracts.Method) -> Contracts.RequestContext {
        Contracts.RequestContext(
            id: context.id,
            principal: context.principal,
            idempotencyKey: context.idempotencyKey,
            deadline: .after(milliseconds: method.timeoutMs),
            traceparent: context.traceparent
        )
    }

    private static func base64(_ page: inout ByteBuffer, _ count: Int) -> String {
        let data = page.readBytes(length: count) ?? []
        page.discardReadBytes()
        return Data(data).base64EncodedString()
    }

    private var tooLarge: ServiceError {
        ServiceError(.tooLarge, "\(what) may have at most \(bytesMax) bytes.", params: ["max": "\(bytesMax)"])
    }
}
