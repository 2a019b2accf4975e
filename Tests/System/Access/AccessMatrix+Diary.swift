import Contracts

/// What belongs to whole days of a diary, and the cart.
extension AccessMatrix {
    static let diaryBook = [
        AccessRule("GET", "/v1/diary/changes", .signedIn, scope: .diaryRead, query: "?limit=1", granted: 200),
        // Somebody else makes an entry of their own by the id, which tells nothing of whether another has one; without the
        // version, an entry that differs is not replaced.
        AccessRule(
            "PUT",
            "/v1/diary/entries/{id}",
            .signedIn,
            scope: .diaryWrite,
            of: .newEntry,
            body: #"{"date":"today","meal":"snack","name":"Biscuit","kcal":150}"#,
            granted: 200
        ),
        // Nobody ate anything on that day.
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
        AccessRule(
            "PUT",
            "/v1/diary/days/{date}/note",
            .signedIn,
            scope: .diaryWrite,
            body: #"{"text":"A long day."}"#,
            granted: 200
        ),
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
        // Their carts have a name of something but nothing else in them.
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
