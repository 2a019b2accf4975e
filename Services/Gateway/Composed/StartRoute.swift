package import Contracts
import HTTPTypes
import Hummingbird

/// Answers all that an app shows first: it asks the services at the same time and puts their replies together.
struct StartRoute {
    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        try table.handle(SpecialRoutes.start) { [forwarder] request, _ in
            _ = try CheckedQuery(request, [])
            let call = try await forwarder.context(for: DiaryStart.method, request)
            let service = ServicePart(call: call, bus: forwarder.bus)
            async let diary = service.reply(DiaryStart.method)
            async let profile = service.reply(ProfileGet.method)
            let body = try StartBody.bytes(
                diary: try ServicePart.checked(await diary),
                profile: try ServicePart.checked(await profile)
            )
            return Forwarder.response(body, tag: ContentTag(body), ifNoneMatch: request.headers[.ifNoneMatch])
        }
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
