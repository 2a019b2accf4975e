import Contracts

/// Shared days, groups and challenges. A user outside a group gets 404 for it.
extension AccessMatrix {
    static let groups = [
        // A user without sharing is not visible to others.
        AccessRule(
            "GET",
            "/v1/leaderboard/users/{id}",
            .signedIn,
            scope: .leaderboardRead,
            of: .bystander,
            granted: 404
        ),
        AccessRule(
            "GET",
            "/v1/leaderboard/users/{id}/days/{date}",
            .signedIn,
            scope: .leaderboardRead,
            of: .bystander,
            granted: 404
        ),
        AccessRule("GET", "/v1/leaderboard/foods", .signedIn, scope: .leaderboardRead, granted: 200),
        AccessRule("GET", "/v1/groups", .signedIn, scope: .leaderboardRead, granted: 200),
        AccessRule("POST", "/v1/groups", .signedIn, scope: .leaderboardWrite, body: AccessFixture.group, granted: 201),
        // No group has this code.
        AccessRule(
            "POST",
            "/v1/groups/join",
            .signedIn,
            scope: .leaderboardWrite,
            body: #"{"code":"00000-00000-00000-00000"}"#,
            granted: 404
        ),
        AccessRule("GET", "/v1/groups/{id}", .owner, scope: .leaderboardRead, of: .group, granted: 200),
        AccessRule(
            "PATCH",
            "/v1/groups/{id}",
            .owner,
            scope: .leaderboardWrite,
            of: .group,
            body: AccessFixture.group,
            granted: 200
        ),
        AccessRule(
            "POST",
            "/v1/groups/{id}/code",
            .owner,
            scope: .leaderboardWrite,
            of: .group,
            body: "{}",
            granted: 200
        ),
        AccessRule(
            "POST",
            "/v1/groups/{id}/challenges",
            .owner,
            scope: .leaderboardWrite,
            of: .group,
            body: AccessFixture.challenge,
            granted: 201
        ),
        AccessRule("GET", "/v1/challenges/{id}", .owner, scope: .leaderboardRead, of: .challenge, granted: 200),
        AccessRule("DELETE", "/v1/challenges/{id}", .owner, scope: .leaderboardWrite, of: .challenge, granted: 204),
        AccessRule(
            "DELETE",
            "/v1/groups/{id}/members/{userId}",
            .owner,
            scope: .leaderboardWrite,
            of: .membership,
            granted: 204
        ),
        AccessRule("DELETE", "/v1/groups/{id}", .owner, scope: .leaderboardWrite, of: .group, granted: 204),
    ]
}
