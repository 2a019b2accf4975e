import Calendar
package import Contracts
import Crypto
package import FoundationEssentials
import Logging
package import MessageBus
import ServiceKit
package import Storage

/// Diaries as files: imports from other programs, and export and import of the user's own diary.
package struct DiaryImports: Sendable {
    /// The request of a preview under its idempotency key: the content of the file, however it was uploaded.
    private struct PreviewRequest: Contract {
        typealias Reply = DiaryImport

        static let method = DiaryImportsMake.method

        var format: DiaryImportFormat
        var dateOrder: DateOrder?
        var digest: [UInt8]
    }

    /// Files that are read concurrently; each is in memory as a whole.
    package static let capacity = 2
    /// The interval at which expired imports are deleted, far shorter than their lifetime.
    private static let deletionInterval = Duration.seconds(600)
    /// Rows per read of the database.
    private static let rowsPerRead = 200

    let store: Store
    let now: @Sendable () -> Date
    private let rowsMax: Int
    /// One file per user at a time, since two files would use the whole capacity.
    package let requestLimit = OneRequestPerUser(refusal: "Another file of yours is being read; try again later.")

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The diary's database.
    ///   - rowsMax: The maximum number of rows of a file.
    ///   - now: The wall clock.
    package init(store: Store, rowsMax: Int = ImportTransfer.rowsMax, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.rowsMax = rowsMax
        self.now = now
    }

    /// The endpoints that answer from the database.
    package var endpoints: [Endpoint] {
        [.handle(DiaryImportsPage.self, storePage), .handle(DiaryExport.self, export)]
    }

    /// The endpoints that read whole files.
    package var bulkEndpoints: [Endpoint] {
        [.handle(DiaryImportsMake.self, make), .handle(DiaryImportsApply.self, apply)]
    }

    /// Returns the task that deletes expired imports.
    func deletionTask(_ logger: Logger) -> PeriodicTask {
        PeriodicTask("delete expired imports", every: Self.deletionInterval, logger: logger) {
            try await store.deleteExpiredImports(now: now())
        }
    }

    /// Stores a page of a file.
    package func storePage(_ request: DiaryImportsPage, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        let data = Data(base64Encoded: request.base64)
        var checker = RuleChecker()
        checker.require(
            data.map { (1...ImportTransfer.pageBytesMax).contains($0.count) } ?? false,
            "base64",
            .wrongFormat,
            "base64 must be 1 to \(ImportTransfer.pageBytesMax) bytes in base64."
        )
        try checker.finish()
        let (page, nowS) = (data ?? Data(), Int(now().timeIntervalSince1970))
        let (id, number) = (request.upload, request.page)
        if number == 0 { try await store.deleteUnreadImportPages(of: user, except: id) }
        return try await store.write(context) { transaction in
            try transaction.storeImportPage(page, number, of: id, user, nowS: nowS)
            return Empty()
        }
    }

    /// Reads an upload and stores its preview.
    ///
    /// It changes nothing in the diary, so that a later preview shows the state at that time.
    package func make(_ request: DiaryImportsMake, _ context: RequestContext) async throws -> DiaryImport {
        try await requestLimit.run(for: try context.user(), context.id) { try await makePreview(request, context) }
    }

    private func makePreview(_ request: DiaryImportsMake, _ context: RequestContext) async throws -> DiaryImport {
        let (user, now) = (try context.user(), now())
        let bytes = try await file(request.upload, pages: request.pages, of: user)
        let summary = ImportSummary(request, expiresAt: now.addingTimeInterval(Double(ImportTransfer.lifetimeS)))
        let previewRequest = PreviewRequest(
            format: request.format,
            dateOrder: request.dateOrder,
            digest: Array(SHA256.hash(data: bytes))
        )
        let preview = try await preview(bytes, request, summary, now, context)
        let before = try await store.read { try $0.storedImportID(of: user) }
        let stored = try await store.writeIdempotently(previewRequest, context) { transaction in
            guard try transaction.reader.importPage(0, of: request.upload, user) != nil else {
                throw Self.pagesAreMissing
            }
            try transaction.store(preview, request, of: user, nowS: Int(now.timeIntervalSince1970))
            return preview
        }
        // Delete the pages of the previous file, or the new pages if the same file has a preview under this key.
        let left = stored.id == request.upload ? before : request.upload
        if let left, left != stored.id { try await store.deleteImportPages(of: user, of: left) }
        return stored
    }

    /// Returns the bytes of an upload.
    ///
    /// - Throws: `conflict` if pages are missing.
    func file(_ id: ImportID, pages: Int, of user: UserID) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pages * ImportTransfer.pageBytesMax)
        for page in 0..<pages {
            guard let data = try await store.read({ try $0.importPage(page, of: id, user) }) else {
                throw Self.pagesAreMissing
            }
            bytes.append(contentsOf: data)
        }
        return bytes
    }

    /// Runs on the concurrent thread pool, because megabytes take seconds.
    @concurrent
    private func preview(
        _ bytes: [UInt8],
        _ request: DiaryImportsMake,
        _ summary: ImportSummary,
        _ now: Date,
        _ context: RequestContext
    ) async throws -> DiaryImport {
        let user = try context.user()
        var (summary, source) = (summary, try open(bytes, request.format, request.dateOrder, of: user, now))
        let format = request.format
        var rowsRead = 0
        while true {
            guard !context.deadline.hasPassed else { throw Self.tookTooLong }
            let rows = try source.next(Self.rowsPerRead)
            if rows.isEmpty { return summary.preview(source) }
            rowsRead += rows.count
            guard rowsRead <= rowsMax else { throw tooManyRows }
            let items = rows.compactMap(\.item)
            let findings = try await store.read { reader in
                try items.map { try reader.finding(of: $0, format, user) }
            }
            summary.add(rows, findings)
        }
    }

    func open(
        _ bytes: [UInt8],
        _ format: DiaryImportFormat,
        _ dateOrder: DateOrder?,
        of user: UserID,
        _ now: Date
    ) throws -> any ImportSource {
        let nowMs = Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
        return try ImportFile.open(bytes, format, dateOrder, of: user, at: Timestamp.text(now), nowMs: nowMs)
    }

    private static let pagesAreMissing = ServiceError(
        .conflict,
        "Pages of this file are missing; send it again.",
        params: ["reason": "pagesMissing"]
    )
    private var tooManyRows: ServiceError {
        ServiceError.invalid([
            FieldError(
                "file",
                .tooLong,
                "The file has more than \(rowsMax) rows; send it in parts, such as one for each year.",
                params: ["max": "\(rowsMax)"]
            )
        ])
    }
    static let tookTooLong = ServiceError(
        .deadlineExceeded,
        "The request timed out while the file was read; try again, or send the file in parts."
    )
}
