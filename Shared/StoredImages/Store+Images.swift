package import Contracts
package import FoundationEssentials
package import Storage

extension Store {
    /// Decodes a page of an upload.
    ///
    /// - Returns: The decoded bytes.
    /// - Throws: `invalid` for a page that is too large, empty or not base64.
    package static func checkedPage(_ request: some ImagePageUpload) throws(ServiceError) -> Data {
        let page = Data(base64Encoded: request.base64)
        var rules = RuleChecker()
        rules.require(
            page.map { (1...ImageTransfer.pageBytesMax).contains($0.count) } ?? false,
            "base64",
            .wrongFormat,
            "base64 must be 1 to \(ImageTransfer.pageBytesMax) bytes in base64."
        )
        try rules.finish()
        return page ?? Data()
    }

    /// Stores a validated page of an upload.
    ///
    /// - Parameters:
    ///   - page: The bytes.
    ///   - request: The upload and the page's number.
    ///   - now: The wall clock.
    ///   - context: The context of the uploading user.
    /// - Returns: An empty reply.
    /// - Throws: `conflict` if another upload of the user has replaced this one.
    package func storePage(
        _ page: Data,
        _ request: some ImagePageUpload,
        now: Date,
        _ context: RequestContext
    ) async throws -> Empty {
        let (user, nowS) = (try context.user(), Int(now.timeIntervalSince1970))
        let (upload, number) = (request.upload, request.page)
        return try await write(context) { transaction in
            try UploadTable.store(page, number: number, of: upload, user, nowS: nowS, transaction)
            return Empty()
        }
    }

    /// Returns the image in the pages of an upload, verified and cleaned.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - count: The number of its pages.
    ///   - context: The context of the uploading user.
    /// - Returns: The image. If the pages form no image, they are deleted.
    /// - Throws: `conflict` if pages are missing; `unsupportedMediaType`, `tooLarge` or `invalid` if they form no valid
    ///   image.
    package func uploadedImage(
        _ upload: ImageID,
        pages count: Int,
        _ context: RequestContext
    ) async throws -> UploadedImage {
        let user = try context.user()
        let pages = try await read { try UploadTable.pages(upload, of: user, $0) }
        guard !pages.isEmpty, pages.count == count else {
            throw ServiceError(.conflict, "Pages of this upload are missing; upload the picture again.")
        }
        do {
            return try await UploadedImage.check(pages)
        } catch {
            try await deleteUploads(context)
            throw error
        }
    }

    /// Deletes a user's unfinished uploads.
    package func deleteUploads(_ context: RequestContext) async throws {
        let user = try context.user()
        try await write(context) { try UploadTable.delete(of: user, $0) }
    }

    /// Deletes expired unfinished uploads of all users.
    package func deleteOldUploads(now: Date) async throws {
        let before = Int(now.timeIntervalSince1970) - UploadTable.lifetimeS
        guard try await read({ try UploadTable.hasOld(before: before, $0) }) else { return }
        try await write { try UploadTable.delete(before: before, $0) }
    }

    /// Returns a page of an image to a client that has its signed address.
    ///
    /// - Parameters:
    ///   - request: The parts of the address.
    ///   - tables: The tables with the images.
    ///   - address: Verifies the signature.
    ///   - now: The wall clock.
    /// - Returns: The page.
    /// - Throws: `forbidden` for an invalid or expired address, `notFound` for an unknown image.
    package func imagePage(
        _ request: some ImagePageDownload,
        _ tables: ImageTables,
        _ address: ImageAddress,
        now: Date
    ) async throws -> ImagePage {
        try await read { reader in
            guard address.isGood(request, now: now, key: try ImageTables.signingKey(reader)) else {
                throw ServiceError(
                    .forbidden,
                    "This picture address is invalid or has expired; request a new one."
                )
            }
            guard let page = try tables.page(request.page, of: request.id, reader) else {
                throw ServiceError.notFound("picture")
            }
            return page
        }
    }
}
