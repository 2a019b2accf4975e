/// A permission of a personal access token.
///
/// No scope covers the account itself: tokens cannot manage accounts or create tokens.
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
