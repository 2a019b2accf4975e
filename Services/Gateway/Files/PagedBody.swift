package import Contracts
import FoundationEssentials
package import HTTPServer
import HTTPTypes
package import Hummingbird
import NIOCore

/// Receives a file over HTTP and sends it to a service in messages with pages of base64.
package struct PagedBody: Sendable {
    /// The name of the file in error messages, such as "An image".
    let what: String
    let bytesMax: Int
    let pageBytesMax: Int

    package init(what: String, bytesMax: Int, pageBytesMax: Int) {
        (self.what, self.bytesMax, self.pageBytesMax) = (what, bytesMax, pageBytesMax)
    }

    /// Refuses a file with a `Content-Length` above the limit.
    package func check(_ request: Request) throws(ServiceError) {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > bytesMax { throw tooLarge }
    }

    /// Forwards a file page by page while it arrives, so that an upload needs memory for one page only.
    ///
    /// - Parameters:
    ///   - body: The file.
    ///   - lease: The memory of bytes that are not sent yet.
    ///   - sendPage: Sends a page, given its number and its base64 text.
    /// - Returns: The number of pages.
    /// - Throws: `tooLarge`, and errors of `sendPage`.
    package func send(
        _ body: RequestBody,
        _ lease: BodyLease,
        _ sendPage: (Int, String) async throws -> Void
    ) async throws -> Int {
        var (page, pages, bytes) = (ByteBuffer(), 0, 0)
        for try await chunk in body {
            bytes += chunk.readableBytes
            guard bytes <= bytesMax else { throw tooLarge }
            try lease.reserve(chunk.readableBytes)
            page.writeImmutableBuffer(chunk)
            while page.readableBytes >= pageBytesMax {
                try await sendPage(pages, Self.base64(&page, pageBytesMax))
                lease.free(pageBytesMax)
                pages += 1
            }
        }
        if page.readableBytes > 0 {
            try await sendPage(pages, Self.base64(&page, page.readableBytes))
            pages += 1
        }
        return pages
    }

    /// Returns the context of the message after the last page; its deadline starts now, however slow the upload was.
    static func finishing(_ context: Contracts.RequestContext, _ method: Contracts.Method) -> Contracts.RequestContext {
        context.with(deadline: .after(milliseconds: method.timeoutMs))
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
