import StoredPictures

/// Tables and addresses of profile images.
enum ProfileImages {
    static let tables = PictureTables(owner: "user_id")
    static let address = PictureAddress(path: "/v1/profile/image/", purpose: "profile.image")
}
