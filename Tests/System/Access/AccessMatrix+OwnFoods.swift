import Contracts

/// Foods that people enter themselves: nobody else is told that they are there.
extension AccessMatrix {
    static let ownFoods = [
        AccessRule("POST", "/v1/foods", .signedIn, scope: .foodsWrite, body: AccessCast.ownFood, granted: 201),
        AccessRule(
            "PATCH",
            "/v1/foods/{id}",
            .owner,
            scope: .foodsWrite,
            of: .ownFood,
            body: #"{"kcal":46}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/foods/{id}", .owner, scope: .foodsWrite, of: .ownFood, granted: 204),
    ]
}
