import Contracts

/// Foods and recipes of users. Other users get 404 for them.
extension AccessMatrix {
    static let ownFoods = [
        AccessRule("POST", "/v1/foods", .signedIn, scope: .foodsWrite, body: AccessFixture.ownFood, granted: 201),
        AccessRule(
            "PATCH",
            "/v1/foods/{id}",
            .owner,
            scope: .foodsWrite,
            of: .ownFood,
            body: #"{"kcal":46}"#,
            granted: 200
        ),
        AccessRule(
            "PUT",
            "/v1/foods/{id}/image",
            .signedIn,
            scope: .foodsWrite,
            of: .ownFood,
            body: "{}",
            headers: ["Content-Type": "image/svg+xml"],
            granted: 415
        ),
        AccessRule("DELETE", "/v1/foods/{id}/image", .owner, scope: .foodsWrite, of: .ownFood, granted: 204),
        AccessRule("GET", "/v1/recipes", .signedIn, scope: .foodsRead, granted: 200),
        AccessRule("POST", "/v1/recipes", .signedIn, scope: .foodsWrite, body: "{}", granted: 422),
        AccessRule("GET", "/v1/recipes/{id}", .owner, scope: .foodsRead, of: .recipe, granted: 200),
        AccessRule(
            "PATCH",
            "/v1/recipes/{id}",
            .owner,
            scope: .foodsWrite,
            of: .recipe,
            body: #"{"servings":3}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/recipes/{id}", .owner, scope: .foodsWrite, of: .recipe, granted: 204),
        AccessRule("DELETE", "/v1/foods/{id}", .owner, scope: .foodsWrite, of: .ownFood, granted: 204),
    ]
}

/// The list of healthy foods: every user may read it, staff may change it.
extension AccessMatrix {
    static let healthyFoods = [
        AccessRule("GET", "/v1/foods/healthy", .signedIn, scope: .foodsRead, granted: 200),
        AccessRule("GET", "/v1/foods/healthy/{id}", .signedIn, scope: .foodsRead, of: .healthyFood, granted: 200),
    ]

    static let healthyFoodAdministration = [
        AccessRule("POST", "/v1/foods/healthy", .staff, body: AccessFixture.healthyFood, granted: 201),
        AccessRule(
            "PATCH",
            "/v1/foods/healthy/{id}",
            .staff,
            of: .healthyFood,
            body: #"{"kcal":44}"#,
            granted: 200
        ),
        AccessRule("DELETE", "/v1/foods/healthy/{id}", .staff, of: .healthyFood, granted: 204),
    ]
}
