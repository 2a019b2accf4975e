import Contracts

/// Pictures of what people ate.
extension AccessMatrix {
    static let entryImages = [
        AccessRule(
            "PUT",
            "/v1/diary/entries/{id}/image",
            .signedIn,
            scope: .diaryWrite,
            of: .entry,
            body: "{}",
            headers: ["Content-Type": "image/svg+xml"],
            granted: 415
        ),
        AccessRule("DELETE", "/v1/diary/entries/{id}/image", .owner, scope: .diaryWrite, of: .entry, granted: 204),
    ]
}
