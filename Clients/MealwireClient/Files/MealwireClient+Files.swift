public import Contracts

/// A file to send.
public struct Upload: Sendable {
    /// The media type, such as `image/jpeg` or `text/csv`.
    public let mediaType: String
    let body: TransportRequest.Body
    let key: String

    /// Creates an upload of bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - mediaType: Its media type.
    ///   - key: The key under which the upload takes effect once; by default a new UUID.
    public init(_ bytes: [UInt8], mediaType: String, key: String = UUIDv7.make().description) {
        self.mediaType = mediaType
        self.key = key
        body = .bytes(bytes)
    }

    /// Creates an upload of a stream.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - mediaType: The media type.
    ///   - key: The key under which the upload takes effect once; by default a new UUID.
    ///   - stream: Returns the file from its first byte; called again for each attempt.
    public init(
        count: Int,
        mediaType: String,
        key: String = UUIDv7.make().description,
        stream: @escaping @Sendable () -> ByteStream
    ) {
        self.mediaType = mediaType
        self.key = key
        body = .stream(count: count, stream)
    }
}

/// A file that arrives.
public struct Download: Sendable {
    /// The media type, such as `image/png`.
    public let mediaType: String
    /// The bytes, to be read once.
    public let bytes: ByteStream
}

/// The format of an exported diary; both can be imported again.
public enum DiaryFileFormat: String, Sendable, CaseIterable {
    /// A table.
    case csv
    /// JSON.
    case json
}

/// Images, exports and imports.
extension MealwireClient {
    /// The time that an image may take, which a phone sends over a slow network.
    private static let imageTimeout = Duration.seconds(120)
    /// The time that a file of a diary may take, and the reading of its rows.
    private static let importTimeout = Duration.seconds(600)

    /// Sets the image of the user: a PNG, JPEG or WebP of at most 5 MiB.
    public func setProfileImage(_ image: Upload) async throws -> ProfileImage {
        try await put(image, as: ProfileImages.self)
    }

    /// Sets the image of an own food or recipe.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - food: The id of the food.
    ///   - version: The version that the food must have; nil for any.
    /// - Returns: The food with the address of its image.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    public func setImage(_ image: Upload, of food: FoodID, ifVersion version: Int? = nil) async throws -> Food {
        try await put(image, as: FoodImages.self, ["id": food.description], version)
    }

    /// Sets the image of an entry.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - entry: The id of the entry.
    ///   - version: The version that the entry must have; nil for any.
    /// - Returns: The entry with the address of its image.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    public func setImage(_ image: Upload, of entry: EntryID, ifVersion version: Int? = nil) async throws -> DiaryEntry {
        try await put(image, as: EntryImages.self, ["id": entry.description], version)
    }

    /// Returns the image of a signed address, such as `imageURL` of an entry; such an address is valid for an hour.
    ///
    /// - Parameter address: A path of this server that begins with a slash.
    /// - Returns: The image.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    public func image(_ address: String) async throws -> Download {
        guard address.hasPrefix("/") else { throw ClientError.notEncodable(address) }
        return try await download(Call(signedAddress: address))
    }

    /// Returns the picture of a food: its uploaded image, that of its source, or a drawing as SVG.
    ///
    /// - Parameter food: The id of the food.
    /// - Returns: The picture.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    public func picture(of food: FoodID) async throws -> Download {
        try await download(Call(SpecialRoutes.foodPicture, ["id": food.description], attemptTimeout: nil))
    }

    /// Returns the user's diary as a file.
    public func exportDiary(as format: DiaryFileFormat) async throws -> Download {
        try await download(Call(SpecialRoutes.diaryExport, ["format": format.rawValue], attemptTimeout: nil))
    }

    /// Downloads an export of all data about the user, which `AuthExportsCreate` has made.
    ///
    /// It is complete only if the document ends: its last field is `complete`. A server counts each download.
    public func accountExport(_ id: ExportID) async throws -> Download {
        try await download(
            Call(SpecialRoutes.accountExport, ["id": id.description], isRepeatable: false, attemptTimeout: nil)
        )
    }

    /// Reads a file as a diary, and returns what its import would do; `DiaryImportsApply` applies it.
    ///
    /// - Parameters:
    ///   - file: The file, of at most 50 MiB.
    ///   - format: The application that wrote it.
    ///   - dateOrder: The order of the parts of a date, for dates that are not written YYYY-MM-DD.
    /// - Returns: The preview.
    /// - Throws: ``MealwireProblem``, ``ClientError`` or `CancellationError`.
    public func importDiary(
        _ file: Upload,
        format: DiaryImportFormat,
        dateOrder: DateOrder? = nil
    ) async throws -> DiaryImport {
        var parameters = ["format": format.rawValue]
        parameters["dateOrder"] = dateOrder?.rawValue
        let call = Call(
            SpecialRoutes.diaryImport,
            parameters,
            headers: ["Content-Type": file.mediaType, "Idempotency-Key": file.key],
            body: file.body,
            isRepeatable: true,
            attemptTimeout: Self.importTimeout
        )
        return try Self.decode(DiaryImport.self, try await answer(to: call))
    }

    private func put<Owner: ImageOwner>(
        _ image: Upload,
        as owner: Owner.Type,
        _ parameters: [String: String] = [:],
        _ version: Int? = nil
    ) async throws -> Owner.Reply {
        var headers = ["Content-Type": image.mediaType, "Idempotency-Key": image.key]
        headers["If-Match"] = version.map { "\"\($0)\"" }
        let call = Call(
            owner.api.upload,
            parameters,
            headers: headers,
            body: image.body,
            isRepeatable: true,
            attemptTimeout: Self.imageTimeout
        )
        return try Self.decode(Owner.Reply.self, try await answer(to: call))
    }

    private func download(_ call: Call) async throws -> Download {
        let response = try await response(to: call)
        return Download(mediaType: response.headers["content-type"] ?? "", bytes: response.body)
    }
}
