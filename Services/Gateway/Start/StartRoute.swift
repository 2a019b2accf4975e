import Contracts
import HTTPTypes
import Hummingbird
import MessageBus

/// Answers all that an app shows first: it asks the services at the same time and puts their replies together.
struct StartRoute {
    /// Errors of a part that are errors of the whole answer: they concern the caller, not the service.
    private static let fatal: Set<ErrorCode> = [.unauthenticated, .forbidden, .cancelled]

    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        try table.handle(SpecialRoutes.start) { [forwarder] request, _ in
            _ = try CheckedQuery(request, [])
            // All calls end at the deadline of this one.
            let call = try await forwarder.context(for: DiaryStart.method, request)
            async let diary = Self.part(DiaryStart.method, call, forwarder.bus)
            async let profile = Self.part(ProfileGet.method, call, forwarder.bus)
            let parts = (diary: try Self.checked(await diary), profile: try Self.checked(await profile))
            let body = try StartBody.bytes(diary: parts.diary, profile: parts.profile)
            return Self.response(body, ifNoneMatch: request.headers[.ifNoneMatch])
        }
    }

    private static func part(
        _ method: Contracts.Method,
        _ call: Contracts.RequestContext,
        _ bus: MessageBus
    ) async -> Result<[UInt8], ServiceError> {
        let context = Contracts.RequestContext(
            id: UUIDv7.make(),
            principal: call.principal,
            idempotencyKey: nil,
            deadline: call.deadline,
            traceparent: call.traceparent
        )
        do throws(ServiceError) {
            return .success(try await bus.forward(method, payload: Array("{}".utf8), context))
        } catch {
            return .failure(error)
        }
    }

    private static func checked(
        _ part: Result<[UInt8], ServiceError>
    ) throws(ServiceError) -> Result<[UInt8], ServiceError> {
        if case .failure(let error) = part, fatal.contains(error.code) { throw error }
        return part
    }

    private static func response(_ body: [UInt8], ifNoneMatch: String?) -> Response {
        let tag = ContentTag(body)
        var response =
            tag.isKnown(by: ifNoneMatch)
            ? Response(status: .notModified) : Forwarder.response(.ok, body, key: nil)
        response.headers[.eTag] = tag.text
        response.headers[.cacheControl] = "private, no-cache"
        return response
    }
}

/// The JSON of ``Start``, composed of the replies without decoding them.
package enum StartBody {
    /// The fields of the diary's part without their values, if the diary did not answer.
    private static let noDiary =
        #"{"day":null,"target":null,"recents":null,"cart":null,"waiting":null,"cursor":null"#

    /// Puts the replies together.
    ///
    /// - Parameters:
    ///   - diary: The JSON of a ``DiaryStart/Reply``, or why there is none.
    ///   - profile: The JSON of a ``Profile``, or why there is none.
    /// - Returns: The JSON of a ``Start``.
    /// - Throws: The error of the diary, if there is no part at all.
    package static func bytes(
        diary: Result<[UInt8], ServiceError>,
        profile: Result<[UInt8], ServiceError>
    ) throws(ServiceError) -> [UInt8] {
        var unavailable: [String] = []
        var body: [UInt8]
        switch diary {
        case .success(let reply): body = Array(reply.dropLast())
        case .failure(let error):
            if case .failure = profile { throw error }
            body = Array(noDiary.utf8)
            unavailable.append("\"\(ServiceName.diary)\"")
        }
        body += Array(#","profile":"#.utf8)
        switch profile {
        case .success(let reply): body += reply
        case .failure:
            body += Array("null".utf8)
            unavailable.append("\"\(ServiceName.profile)\"")
        }
        return body + Array(#","unavailable":[\#(unavailable.joined(separator: ","))]}"#.utf8)
    }
}
