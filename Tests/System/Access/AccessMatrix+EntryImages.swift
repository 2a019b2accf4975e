import Contracts

/// Images of diary entries.
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
