package import Contracts
package import Foundation
package import StoredImages
import TestSupport
package import Testing

extension ImageService {
    /// Uploads a file in pages, as the gateway does, and sets it.
    ///
    /// - Parameters:
    ///   - file: The file; by default an image of the corpus.
    ///   - target: What the image is for.
    ///   - upload: The id of the upload.
    ///   - pageBytes: The size of a page; by default so small that an image has several.
    ///   - context: The context of the user.
    /// - Returns: The reply.
    /// - Throws: The errors of the service.
    @discardableResult
    package func upload(
        _ file: Data? = nil,
        to target: Owner.Target,
        as upload: ImageID = .make(),
        pageBytes: Int = 300,
        _ context: RequestContext
    ) async throws -> Owner.Reply {
        let pages = Base64.pages(of: try file ?? TestPicture.file(), bytesEach: pageBytes)
        for (page, base64) in pages.enumerated() {
            _ = try await storePage(ImageUploadPage(upload: upload, page: page, base64: base64), context)
        }
        return try await set(ImageSet(target, upload: upload, pages: pages.count), context)
    }

    /// Downloads the image of a signed URL, without an account.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - contentType: The expected type.
    ///   - sourceLocation: The place of a failure.
    /// - Returns: The bytes of all pages.
    /// - Throws: The errors of the service, and a failed expectation.
    package func download(
        _ url: String?,
        _ contentType: String = "image/png",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Data {
        var request = try ImageGet<Owner>(url: url, sourceLocation: sourceLocation)
        var data = Data()
        repeat {
            let reply = try await page(request, .own())
            #expect(reply.contentType == contentType, sourceLocation: sourceLocation)
            data += try #require(Data(base64Encoded: reply.base64), sourceLocation: sourceLocation)
            request.page += 1
            if request.page == reply.pages {
                #expect(data.count == reply.bytes, sourceLocation: sourceLocation)
                return data
            }
        } while true
    }
}

extension ImageGet {
    /// Parses a signed URL.
    ///
    /// - Throws: A failed expectation if the text is no signed URL of this kind of images.
    package init(url text: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = try #require(text.flatMap { URLComponents(string: $0) }, sourceLocation: sourceLocation)
        let items = Dictionary(uniqueKeysWithValues: (url.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        // A UUID.
        let id = String(url.path.suffix(36))
        #expect(Owner.api.download.path == url.path.dropLast(36) + "{id}", sourceLocation: sourceLocation)
        self.init(
            id: try #require(ImageID(id), sourceLocation: sourceLocation),
            expires: try #require(items["expires"].flatMap { Int($0) }, sourceLocation: sourceLocation),
            signature: try #require(items["signature"], sourceLocation: sourceLocation)
        )
    }
}
