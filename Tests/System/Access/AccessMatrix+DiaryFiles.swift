import Contracts

/// Imports and exports of diaries.
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
        // No caller has an import with this id.
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
