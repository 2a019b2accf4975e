/// Images of users, foods and entries.
extension SpecialRoutes {
    static let images = [
        profileImageUpload, profileImage, foodImageUpload, foodImage, foodPicture, entryImageUpload, entryImage,
    ]

    package static let profileImageUpload = upload(
        "/v1/profile/image",
        "Sets the caller's image.",
        scope: .profileWrite,
        reply: ProfileImage.self
    )
    package static let profileImage = download("/v1/profile/image/{id}", "Returns a user's image, by its signed URL.")

    package static let foodImageUpload = upload(
        "/v1/foods/{id}/image",
        "Sets the image of the caller's own food or recipe.",
        of: .init("id", in: .path, .uuid, "The id of the food."),
        scope: .foodsWrite,
        reply: CatalogFoodsImageSet.Reply.self
    )
    package static let foodImage = download("/v1/foods/image/{id}", "Returns a food's image, by its signed URL.")

    /// An element `<img>` of the web app sends the cookie of its session.
    package static let foodPicture = RouteDescription(
        .get,
        "/v1/foods/{id}/picture",
        "Returns the picture of a food: its uploaded image, that of its source, or a drawing.",
        access: .user,
        scope: .foodsRead,
        parameters: [
            .init("id", in: .path, .uuid, "The id of the food; one without a food has a general drawing."),
            .init("If-None-Match", in: .header, .text, "The `ETag` of a picture that the client has."),
        ],
        responses: [
            .init(
                200,
                .bytes(
                    mediaTypes: ImageTransfer.mediaTypes + [FoodPicturePage.drawingType],
                    maximum: ImageTransfer.imageBytesMax
                ),
                "The picture."
            ),
            .init(304, nil, "The client has the newest picture."),
        ],
        errors: [.notFound]
    )

    package static let entryImageUpload = upload(
        "/v1/diary/entries/{id}/image",
        "Sets the image of an entry.",
        of: .init("id", in: .path, .uuid, "The id of the entry."),
        scope: .diaryWrite,
        reply: DiaryEntriesImageSet.Reply.self
    )
    package static let entryImage = download("/v1/diary/image/{id}", "Returns an entry's image, by its signed URL.")

    /// Describes an upload; that of an object's image takes the object's version.
    private static func upload(
        _ path: String,
        _ summary: String,
        of object: RouteDescription.Parameter? = nil,
        scope: Scope,
        reply: any (Codable & Sendable).Type
    ) -> RouteDescription {
        RouteDescription(
            .put,
            path,
            summary,
            access: .user,
            scope: scope,
            parameters: object.map { [$0] } ?? [],
            requestBody: .bytes(mediaTypes: ImageTransfer.mediaTypes, maximum: ImageTransfer.imageBytesMax),
            responses: [.init(200, .json(reply), "The image is stored without its metadata.")],
            errors: object == nil ? [.invalid, .conflict] : [.invalid, .notFound, .conflict],
            takesVersion: object != nil,
            answersVersion: object != nil,
            takesKey: true
        )
    }

    /// Describes a download; the signature in the URL is its only permission.
    private static func download(_ path: String, _ summary: String) -> RouteDescription {
        RouteDescription(
            .get,
            path,
            summary,
            parameters: [
                .init("id", in: .path, .uuid, "The id of the image."),
                .init(
                    "expires",
                    in: .query,
                    .wholeNumber,
                    isRequired: true,
                    "When the signature expires, in seconds since 1970."
                ),
                .init("signature", in: .query, isRequired: true, "The signature of id and expiry."),
            ],
            responses: [
                .init(
                    200,
                    .bytes(mediaTypes: ImageTransfer.mediaTypes, maximum: ImageTransfer.imageBytesMax),
                    "The image."
                )
            ],
            errors: [.forbidden, .notFound]
        )
    }
}
