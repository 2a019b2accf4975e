import Contracts

/// What others see of those who share, groups and challenges: who is in no group is not told that it is there.
extension AccessMatrix {
    static let groups = [
        // Who does not share is not there for others.
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
        AccessRule("GET", "/v1/groups", .signedIn, scope: .leaderboardRead, granted: 200),
        AccessRule("POST", "/v1/groups", .signedIn, scope: .leaderboardWrite, body: AccessCast.group, granted: 201),
        // No group has that code.
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
            body: AccessCast.group,
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
            body: AccessCast.challenge,
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
