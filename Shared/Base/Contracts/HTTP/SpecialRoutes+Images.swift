/// Images of users, foods and entries.
extension SpecialRoutes {
    static let images = ImageOwners.all.flatMap { [$0.api.upload, $0.api.download] } + [foodPicture]

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
}
