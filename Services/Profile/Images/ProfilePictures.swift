import StoredPictures

/// How pictures of people are kept and named.
enum ProfilePictures {
    static let tables = PictureTables(owner: "user_id")
    static let address = PictureAddress(path: "/v1/profile/image/", purpose: "profile.image")
}
