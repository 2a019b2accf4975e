import Contracts

/// Diaries that come and go as files.
extension AccessMatrix {
    static let diaryFiles = [
        AccessRule(
            "POST",
            "/v1/diary/imports",
            .signedIn,
            scope: .diaryWrite,
            query: "?format=mealwire",
            body: "{}",
            headers: ["Content-Type": "image/svg+xml"],
            granted: 415
        ),
        // No id of theirs is one of an import.
        AccessRule(
            "POST",
            "/v1/diary/imports/{id}/apply",
            .signedIn,
            scope: .diaryWrite,
            of: .newEntry,
            body: "{}",
            granted: 404
        ),
        AccessRule("GET", "/v1/diary/export", .signedIn, scope: .diaryRead, query: "?format=csv", granted: 200),
    ]
}
