import Contracts

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
