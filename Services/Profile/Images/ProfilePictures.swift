import StoredPictures

/// Tables and addresses of profile images.
enum ProfilePictures {
    static let tables = PictureTables(owner: "user_id")
    static let address = PictureAddress(path: "/v1/profile/image/", purpose: "profile.image")
}
