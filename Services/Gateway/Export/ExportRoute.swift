import Calendar
import Contracts
import HTTPTypes
import Hummingbird
import Logging
import MessageBus
import NIOCore

/// Exports all stored data of a user: auth authorizes it, each service supplies its part, and the archive is streamed.
struct ExportRoute {
    let forwarder: Forwarder
    private let slots = ExportSlots()

    init(forwarder: Forwarder) {
        self.forwarder = forwarder
    }

    func add(to table: inout RouteTable) throws {
        let (forwarder, slots) = (forwarder, slots)
        try table.handle(SpecialRoutes.accountExport) { request, context in
            let call = try await forwarder.context(for: AuthExportsGet.method, request)
            let slot = try slots.take(for: try call.user())
            let payload = try PayloadBuilder.payload(
                body: nil,
                fields: [try PayloadBuilder.Field("id", context.parameters.get("id") ?? "")]
            )
            _ = try await forwarder.bus.forward(AuthExportsGet.method, payload: payload, call)
            return Self.response(try await Self.archive(call, forwarder.bus), slot, forwarder.bus.logger)
        }
    }

    private static func archive(_ call: Contracts.RequestContext, _ bus: MessageBus) async throws -> ExportArchive {
        let principal = call.principal
        return try await ExportArchive(of: try call.user(), at: Timestamp.now()) { service, page in
            // Each page has a deadline of its own, even if the client reads slowly.
            try await bus.call(
                ExportPage.method(of: service),
                page,
                .own(principal: principal),
                as: ExportPage.Reply.self
            )
        }
    }

    private static func response(_ archive: ExportArchive, _ slot: ExportSlot, _ logger: Logger) -> Response {
        let headers: HTTPFields = [
            .contentType: "application/json",
            .contentDisposition: "attachment; filename=\"mealwire-export.json\"",
            .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        let body = ResponseBody { writer in
            defer { withExtendedLifetime(slot) {} }
            do {
                var archive = archive
                while let text = try await archive.next() { try await writer.write(ByteBuffer(string: text)) }
            } catch let error as ServiceError {
                // The status has been sent already, so the document ends early, without its last field.
                logger.error("an export was interrupted", metadata: ["error": "\(error)"])
                throw error
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
