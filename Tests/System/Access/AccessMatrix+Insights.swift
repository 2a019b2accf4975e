import Contracts

/// Expenditure and advice, derived from a diary.
extension AccessMatrix {
    static let insights = [
        AccessRule("GET", "/v1/diary/expenditure", .signedIn, scope: .diaryRead, granted: 200),
        AccessRule("GET", "/v1/advice", .signedIn, scope: .diaryRead, query: "?date=today", granted: 200),
    ]
}
