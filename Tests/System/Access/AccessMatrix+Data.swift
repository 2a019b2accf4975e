import Contracts

/// Profiles, foods and diaries, with the scopes of personal access tokens.
extension AccessMatrix {
    static let profile = [
        AccessRule("GET", "/v1/profile", .signedIn, scope: .profileRead, granted: 200),
        AccessRule("PATCH", "/v1/profile", .signedIn, scope: .profileWrite, body: #"{"language":"en"}"#, granted: 200),
        AccessRule(
            "PUT",
            "/v1/profile/image",
            .signedIn,
            scope: .profileWrite,
            body: "{}",
            headers: ["Content-Type": "image/svg+xml"],
            granted: 415
        ),
        AccessRule("DELETE", "/v1/profile/image", .signedIn, scope: .profileWrite, granted: 204),
        AccessRule("GET", "/v1/profile/measurements", .signedIn, scope: .profileRead, granted: 200),
        AccessRule(
            "POST",
            "/v1/profile/measurements",
            .signedIn,
            scope: .profileWrite,
            body: #"{"kind":"weight","value":61}"#,
            granted: 201
        ),
        // Users choose the ids of their own measurements.
        AccessRule(
            "PUT",
            "/v1/profile/measurements/{id}",
            .signedIn,
            scope: .profileWrite,
            of: .newEntry,
            body: #"{"kind":"waist","value":80}"#,
            granted: 200
        ),
        AccessRule(
            "DELETE",
            "/v1/profile/measurements/{id}",
            .owner,
            scope: .profileWrite,
            of: .measurement,
            granted: 204
        ),
        AccessRule(
            "GET",
            "/v1/profile/targets",
            .signedIn,
            scope: .profileRead,
            query: "?from=2026-01-01&to=2026-01-07",
            granted: 200
        ),
        AccessRule(
            "POST",
            "/v1/profile/targets",
            .signedIn,
            scope: .profileWrite,
            body: #"{"dailyKcal":2000}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/profile/targets", .signedIn, scope: .profileWrite, granted: 200),
        AccessRule("POST", "/v1/calculator/projection", .signedIn, scope: .profileRead, body: "{}", granted: 400),
    ]

    static let foods = [
        AccessRule("GET", "/v1/foods", .signedIn, scope: .foodsRead, query: "?q=banana", granted: 200),
        AccessRule("GET", "/v1/foods/recent", .signedIn, scope: .diaryRead, query: "?sort=frequent", granted: 200),
        AccessRule("GET", "/v1/foods/favourites", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule(
            "PUT",
            "/v1/foods/{id}/favourite",
            .signedIn,
            scope: .diaryWrite,
            of: .food,
            body: "{}",
            granted: 200
        ),
        AccessRule("DELETE", "/v1/foods/{id}/favourite", .signedIn, scope: .diaryWrite, of: .food, granted: 204),
        AccessRule(
            "POST",
            "/v1/foods/{id}/reports",
            .signedIn,
            scope: .foodsWrite,
            of: .food,
            body: #"{"reason":"name"}"#,
            granted: 201
        ),
        AccessRule("GET", "/v1/foods/{id}", .signedIn, scope: .foodsRead, of: .food, granted: 200),
        AccessRule("GET", "/v1/foods/{id}/picture", .signedIn, scope: .foodsRead, of: .food, granted: 200),
        // No food has this barcode.
        AccessRule(
            "POST",
            "/v1/foods/parse",
            .signedIn,
            scope: .foodsRead,
            body: #"{"text":"2 eggs and 40 g of toast"}"#,
            granted: 200
        ),
        AccessRule("GET", "/v1/foods/barcode/{gtin}", .signedIn, scope: .foodsRead, granted: 404),
        // Remote sources are off by default.
        AccessRule("GET", "/v1/foods/remote", .signedIn, scope: .foodsRead, query: "?q=banana", granted: 404),
        AccessRule("POST", "/v1/foods/remote", .signedIn, scope: .foodsWrite, body: "{}", granted: 400),
    ]

    static let diary = [
        AccessRule("GET", "/v1/diary/days/{date}", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule("GET", "/v1/diary/days", .signedIn, scope: .diaryRead, query: "?from=today&to=today", granted: 200),
        AccessRule(
            "POST",
            "/v1/diary/days/{date}/entries",
            .signedIn,
            scope: .diaryWrite,
            body: AccessFixture.entry,
            granted: 201
        ),
        AccessRule(
            "PATCH",
            "/v1/diary/entries/{id}",
            .owner,
            scope: .diaryWrite,
            of: .entry,
            body: #"{"meal":"lunch"}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/diary/entries/{id}", .owner, scope: .diaryWrite, of: .entry, granted: 204),
        AccessRule(
            "GET",
            "/v1/diary/progress",
            .signedIn,
            scope: .diaryRead,
            query: "?from=today&to=today&by=day",
            granted: 200
        ),
        AccessRule("POST", "/v1/plans", .signedIn, scope: .diaryWrite, body: #"{"days":8}"#, granted: 422),
        AccessRule("GET", "/v1/plans", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule("GET", "/v1/plans/{id}", .owner, scope: .diaryRead, of: .plan, granted: 200),
        AccessRule(
            "PATCH",
            "/v1/plans/{id}",
            .owner,
            scope: .diaryWrite,
            of: .plan,
            body: #"{"name":"Week"}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/plans/{id}", .owner, scope: .diaryWrite, of: .plan, granted: 204),
        AccessRule("POST", "/v1/plans/{id}/apply", .owner, scope: .diaryWrite, of: .plan, body: "{}", granted: 200),
        AccessRule(
            "POST",
            "/v1/plans/{id}/log",
            .owner,
            scope: .diaryWrite,
            of: .plan,
            body: #"{"day":1}"#,
            granted: 200
        ),
        // A plan of one day has no seventh.
        AccessRule(
            "GET",
            "/v1/plans/{id}/alternatives",
            .owner,
            scope: .diaryRead,
            of: .plan,
            query: "?day=7&foodId=018f2b1e-0000-7000-8000-000000000001",
            granted: 422
        ),
        AccessRule(
            "POST",
            "/v1/plans/{id}/exchange",
            .owner,
            scope: .diaryWrite,
            of: .plan,
            body: #"{"day":7,"foodId":"018f2b1e-0000-7000-8000-000000000001"}"#,
            granted: 422
        ),
        AccessRule("GET", "/v1/plans/{id}/shopping", .owner, scope: .diaryRead, of: .plan, granted: 200),
        // The id of the plan stands for that of a food, so another version is named.
        AccessRule(
            "PUT",
            "/v1/plans/{id}/shopping/{foodId}",
            .owner,
            scope: .diaryWrite,
            of: .plan,
            body: #"{"isTicked":true}"#,
            headers: ["If-Match": "\"99\""],
            granted: 412
        ),
        // A granted stream never ends. A request that accepts no stream fails only after the access check.
        AccessRule(
            "GET",
            "/v1/events",
            .signedIn,
            scope: .diaryRead,
            headers: ["Accept": "application/json"],
            granted: 415
        ),
        AccessRule("GET", "/v1/leaderboard", .signedIn, scope: .leaderboardRead, granted: 200),
    ]
}
