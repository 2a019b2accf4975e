/// What a personal access token may do for its owner.
///
/// Nothing here is about the account itself: tokens never manage accounts, and never make tokens.
package enum Scope: String, Codable, Sendable, CaseIterable {
    case diaryRead = "diary:read"
    case diaryWrite = "diary:write"
    case profileRead = "profile:read"
    case profileWrite = "profile:write"
    case foodsRead = "foods:read"
    case foodsWrite = "foods:write"
    case leaderboardRead = "leaderboard:read"
    case leaderboardWrite = "leaderboard:write"
}
