import Contracts
import HTTPTypes
import Hummingbird
import Logging
import MessageBus
import NIOCore

/// Imports and exports diaries as files: an import is previewed and then applied, an export is streamed.
struct DiaryFileRoutes {
    private static let mediaTypes = Set(ImportTransfer.mediaTypes)
    private static let file = PagedBody(
        what: "A file of a diary",
        bytesMax: ImportTransfer.fileBytesMax,
        pageBytesMax: ImportTransfer.pageBytesMax
    )

    let forwarder: Forwarder
    private let slots = ExportSlots()

    init(forwarder: Forwarder) {
        self.forwarder = forwarder
    }

    func add(to table: inout RouteTable) throws {
        let (forwarder, slots) = (forwarder, slots)
        try table.handle(SpecialRoutes.diaryImport) { request, _ in try await Self.receive(request, forwarder) }
        try table.handle(SpecialRoutes.diaryExport) { request, _ in try await Self.send(request, forwarder, slots) }
    }

    private static func receive(_ request: Request, _ forwarder: Forwarder) async throws -> Response {
        let method = DiaryImportsMake.method
        let context = try await forwarder.context(for: method, request, scope: SpecialRoutes.diaryImport.scope)
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" }.lowercased()
        guard mediaTypes.contains(type) else {
            throw ServiceError(
                .unsupportedMediaType,
                "Send the file itself as text/csv, application/json or application/octet-stream."
            )
        }
        try file.check(request)
        let query = try CheckedQuery(request, ["format", "dateOrder"])
        guard let format = try query.choice("format", DiaryImportFormat.self) else {
            throw query.wrong("format", DiaryImportFormat.self)
        }
        let lease = forwarder.lease(for: try context.user())
        let (upload, order) = (ImportID.make(), try query.choice("dateOrder", DateOrder.self))
        let pages = try await file.send(request.body, lease) { page, base64 in
            let own = Contracts.RequestContext.own(principal: context.principal)
            _ = try await forwarder.bus.call(DiaryImportsPage(upload: upload, page: page, base64: base64), own)
        }
        guard pages > 0 else {
            let params = ["reason": DiaryImport.FileProblem.empty.rawValue]
            throw ServiceError(.malformed, "The body is empty; send the file.", params: params)
        }
        let make = DiaryImportsMake(upload: upload, pages: pages, format: format, dateOrder: order)
        let reply = try await forwarder.bus.forward(
            method,
            payload: try PayloadCoder.encode(make),
            PagedBody.finishing(context, method)
        )
        return Forwarder.response(.created, reply.payload, key: context.idempotencyKey)
    }

    private static func send(_ request: Request, _ forwarder: Forwarder, _ slots: ExportSlots) async throws -> Response
    {
        let scope = SpecialRoutes.diaryExport.scope
        let context = try await forwarder.context(for: DiaryExport.method, request, scope: scope)
        let query = try CheckedQuery(request, ["format"])
        guard let format = try query.choice("format", DiaryExport.Format.self) else {
            throw query.wrong("format", DiaryExport.Format.self)
        }
        let slot = try slots.take(for: try context.user())
        // Requested before the response begins, so that an error still has a status.
        let first = try await forwarder.bus.call(DiaryExport(format: format), context)
        let (bus, principal) = (forwarder.bus, context.principal)
        let body = ResponseBody { writer in
            var page = first
            while let cursor = page.next {
                try await writer.write(ByteBuffer(string: page.text))
                let next = DiaryExport(format: format, cursor: cursor)
                page = try await bus.call(next, Contracts.RequestContext.own(principal: principal))
            }
            // A client that has the last byte may request the next file at once.
            slot.end()
            try await writer.write(ByteBuffer(string: page.text))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers(format), body: body)
    }

    private static func headers(_ format: DiaryExport.Format) -> HTTPFields {
        [
            .contentType: format == .csv ? "text/csv; charset=utf-8" : "application/json",
            .contentDisposition: "attachment; filename=\"mealwire-diary.\(format.rawValue)\"",
            .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
    }
}
