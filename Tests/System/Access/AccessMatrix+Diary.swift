import Contracts

/// Whole days of a diary, and the cart.
extension AccessMatrix {
    static let diaryDays = [
        AccessRule("GET", "/v1/diary/entries", .signedIn, scope: .diaryRead, query: "?q=soup", granted: 200),
        AccessRule("GET", "/v1/diary/changes", .signedIn, scope: .diaryRead, query: "?limit=1", granted: 200),
        // Another user creates an entry of their own under the id. Without `If-Match`, a different entry is not
        // replaced.
        AccessRule(
            "PUT",
            "/v1/diary/entries/{id}",
            .signedIn,
            scope: .diaryWrite,
            of: .newEntry,
            body: #"{"date":"today","meal":"snack","name":"Biscuit","kcal":150}"#,
            granted: 200
        ),
        // The source day has no entries.
        AccessRule(
            "POST",
            "/v1/diary/days/{date}/copy",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"from":"2020-01-01"}"#,
            granted: 409
        ),
        AccessRule(
            "PUT",
            "/v1/diary/days/{date}/water",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"ml":250}"#,
            granted: 200
        ),
        // Users choose the ids of their own additions.
        AccessRule(
            "PUT",
            "/v1/diary/days/{date}/water/{id}",
            .signedIn,
            scope: .diaryWrite,
            of: .newEntry,
            body: #"{"ml":250}"#,
            granted: 200
        ),
        AccessRule(
            "DELETE",
            "/v1/diary/days/{date}/water/{id}",
            .signedIn,
            scope: .diaryWrite,
            of: .newEntry,
            granted: 200
        ),
        AccessRule(
            "PUT",
            "/v1/diary/days/{date}/note",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"text":"A long day."}"#,
            granted: 200
        ),
        AccessRule("PUT", "/v1/diary/days/{date}/complete", .signedIn, scope: .diaryWrite, body: "{}", granted: 200),
        AccessRule("DELETE", "/v1/diary/days/{date}/complete", .signedIn, scope: .diaryWrite, granted: 200),
        AccessRule("GET", "/v1/diary/cart", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule(
            "PATCH",
            "/v1/diary/cart",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"additionalName":"Sauce"}"#,
            granted: 200
        ),
        AccessRule(
            "PUT",
            "/v1/diary/cart/items/{foodId}",
            .signedIn,
            scope: .diaryWrite,
            of: .food,
            body: #"{"grams":100}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/diary/cart/items/{foodId}", .signedIn, scope: .diaryWrite, of: .food, granted: 200),
        // The carts contain an additional name and no items.
        AccessRule(
            "POST",
            "/v1/diary/cart/checkout",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"date":"today","meal":"snack"}"#,
            granted: 409
        ),
    ]
}

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

/// Expenditure and advice, derived from a diary.
extension AccessMatrix {
    static let insights = [
        AccessRule("GET", "/v1/diary/expenditure", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule("GET", "/v1/advice", .signedIn, scope: .diaryRead, query: "?date=today", granted: 200),
    ]
}
