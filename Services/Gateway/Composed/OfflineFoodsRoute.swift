package import Contracts
import HTTPTypes
import Hummingbird

/// Answers the foods that a device keeps for use without a connection, as one file with a digest.
struct OfflineFoodsRoute {
    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        try table.handle(SpecialRoutes.offlineFoods) { [forwarder] request, _ in
            let call = try await forwarder.context(for: CatalogOffline.method, request)
            let language = try CheckedQuery(request, ["language"]).text("language")
            let service = ServicePart(call: call, bus: forwarder.bus)
            let (ownFoods, commonFoods, recentFoods) = (
                try PayloadCoder.encode(CatalogOffline(part: .own, language: language)),
                try PayloadCoder.encode(CatalogOffline(part: .common, language: language)),
                try PayloadCoder.encode(DiaryFoodsOffline(language: language))
            )
            async let own = service.reply(CatalogOffline.method, ownFoods)
            async let common = service.reply(CatalogOffline.method, commonFoods)
            async let recent = service.reply(DiaryFoodsOffline.method, recentFoods)
            let (body, tag) = try OfflineFoodsBody.bytes(
                language: language,
                own: try ServicePart.checked(await own),
                common: try ServicePart.checked(await common),
                recent: try ServicePart.checked(await recent)
            )
            return Forwarder.response(body, tag: tag, ifNoneMatch: request.headers[.ifNoneMatch])
        }
    }
}

/// The JSON of ``OfflineFoods``, composed of the replies without decoding them.
package enum OfflineFoodsBody {
    /// How each reply begins and ends around its list.
    private static let (head, tail) = (Array(#"{"items":"#.utf8), Array("}".utf8))

    /// Puts the replies together.
    ///
    /// - Parameters:
    ///   - language: The requested language.
    ///   - own: The JSON of a ``CatalogOffline/Reply``, or why there is none.
    ///   - common: The JSON of a ``CatalogOffline/Reply``, or why there is none.
    ///   - recent: The JSON of a ``DiaryFoodsOffline/Reply``, or why there is none.
    /// - Returns: The JSON of an ``OfflineFoods``, and its entity tag.
    /// - Throws: An error of the catalog, if there is no part at all.
    package static func bytes(
        language: String?,
        own: Result<[UInt8], ServiceError>,
        common: Result<[UInt8], ServiceError>,
        recent: Result<[UInt8], ServiceError>
    ) throws(ServiceError) -> (body: [UInt8], tag: ContentTag) {
        if case .failure(let error) = own, case .failure = common, case .failure = recent { throw error }
        var unavailable: [String] = []
        var body = Array("{\"language\":\(language.map(JSONObject.quoted) ?? "null")".utf8)
        for (name, part, service) in [
            ("own", own, ServiceName.catalog), ("common", common, ServiceName.catalog),
            ("recent", recent, ServiceName.diary),
        ] {
            body += Array(",\"\(name)\":".utf8)
            switch part {
            case .success(let reply): body += try list(of: reply)
            case .failure:
                body += Array("null".utf8)
                let quoted = "\"\(service)\""
                if !unavailable.contains(quoted) { unavailable.append(quoted) }
            }
        }
        body += Array(",\"unavailable\":[\(unavailable.joined(separator: ","))]".utf8)
        let tag = ContentTag(body)
        return (body + Array(",\"digest\":\"\(tag.digest)\"}".utf8), tag)
    }

    /// Returns the list of a reply that has nothing else.
    ///
    /// - Throws: `internalError` for another reply.
    private static func list(of reply: [UInt8]) throws(ServiceError) -> ArraySlice<UInt8> {
        guard reply.starts(with: head), reply.suffix(tail.count).elementsEqual(tail) else {
            throw ServiceError(.internalError, "A list of foods has another shape than its contract.")
        }
        return reply.dropFirst(head.count).dropLast(tail.count)
    }
}
