package import Contracts
package import FoundationEssentials
package import Storage

extension Store {
    /// Checks a page of an upload.
    ///
    /// - Returns: Its bytes.
    /// - Throws: `invalid` for one that is too large, or none.
    package static func checkedPage(_ request: some PicturePageUpload) throws(ServiceError) -> Data {
        let page = Data(base64Encoded: request.base64)
        var rules = RuleChecker()
        rules.require(request.page, in: 0...PictureTransfer.pagesMax - 1, "page")
        rules.require(
            page.map { (1...PictureTransfer.pageBytesMax).contains($0.count) } ?? false,
            "base64",
            .wrongFormat,
            "base64 must be 1 to \(PictureTransfer.pageBytesMax) bytes in base64."
        )
        try rules.finish()
        return page ?? Data()
    }

    /// Keeps a page of an upload that was checked.
    ///
    /// - Parameters:
    ///   - page: Its bytes.
    ///   - request: Which page it is.
    ///   - now: The wall clock.
    ///   - context: Whose.
    /// - Returns: Nothing.
    /// - Throws: `conflict` if another upload has taken this one's place.
    package func keepPage(
        _ page: Data,
        _ request: some PicturePageUpload,
        now: Date,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, nowS) = (try context.user(), Int(now.timeIntervalSince1970))
        let (upload, number) = (request.upload, request.page)
        return try await write(context) { transaction in
            try UploadTable.keep(page, number: number, of: upload, user, nowS: nowS, transaction)
            return Empty()
        }
    }

    /// The picture that the pages of an upload are, checked and cleaned.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - count: How many pages it has.
    ///   - context: Whose.
    /// - Returns: The picture; pages that are none are forgotten.
    /// - Throws: `conflict` where pages are missing; `unsupportedMediaType`, `tooLarge` or `invalid` where they are none.
    package func uploadedPicture(
        _ upload: ImageID,
        pages count: Int,
        _ context: RequestContext
    ) async throws -> UploadedPicture {
        let user = try context.user()
        let pages = try await read { try UploadTable.pages(upload, of: user, $0) }
        guard !pages.isEmpty, pages.count == count else {
            throw ServiceError(.conflict, "The pages of this upload are not all here; upload the picture again.")
        }
        do {
            return try await UploadedPicture.check(pages)
        } catch {
            try await forgetUploads(context)
            throw error
        }
    }

    /// Forgets what a user has uploaded, and not finished.
    package func forgetUploads(_ context: RequestContext) async throws {
        let user = try context.user()
        try await write(context) { try UploadTable.forget(of: user, $0) }
    }

    /// Forgets uploads that nobody finished.
    package func forgetOldUploads(now: Date) async throws {
        let before = Int(now.timeIntervalSince1970) - UploadTable.lifetimeS
        guard try await read({ try UploadTable.hasOld(before: before, $0) }) else { return }
        try await write { try UploadTable.forget(before: before, $0) }
    }

    /// A page of a picture, for whoever has its address.
    ///
    /// - Parameters:
    ///   - request: What stands in the address.
    ///   - tables: Where the pictures are.
    ///   - address: How their addresses are signed.
    ///   - now: The wall clock.
    /// - Returns: The page.
    /// - Throws: `forbidden` for an address that is none of ours or has expired, `notFound`.
    package func picturePage(
        _ request: some PicturePageDownload,
        _ tables: PictureTables,
        _ address: PictureAddress,
        now: Date
    ) async throws -> PicturePage {
        try await read { reader in
            guard address.isGood(request, now: now, key: try PictureTables.signingKey(reader)) else {
                throw ServiceError(
                    .forbidden,
                    "This address of a picture is not one of this server's, or it has expired; get a new one."
                )
            }
            guard let (image, page) = try tables.image(request.id, page: request.page, reader) else {
                throw ServiceError.notFound("picture")
            }
            return PicturePage(
                contentType: image.contentType,
                bytes: image.bytes,
                pages: (image.bytes + PictureTransfer.pageBytesMax - 1) / PictureTransfer.pageBytesMax,
                base64: page.base64EncodedString()
            )
        }
    }
}
