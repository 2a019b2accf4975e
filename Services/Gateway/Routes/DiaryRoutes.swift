import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the diary's routes.
    mutating func addDiary() {
        addDiaryDays()
        addDiaryEntries()
        addDiaryExtras()
        addCart()
        addPlans()
        addInsights()
    }

    /// Adds the routes that summarize a diary.
    private mutating func addInsights() {
        add(.get, "/v1/diary/expenditure", DiaryExpenditure.method, scope: .diaryRead)
        add(.get, "/v1/advice", DiaryAdvice.method, [.query("date")], scope: .diaryRead)
    }

    /// Adds the routes for days and their totals.
    private mutating func addDiaryDays() {
        add(.get, "/v1/diary/days/{date}", DiaryDayGet.method, [.path("date")], scope: .diaryRead)
        add(.get, "/v1/diary/days", DiaryDays.method, [.query("from"), .query("to")], scope: .diaryRead)
        add(
            .get,
            "/v1/diary/progress",
            DiaryProgress.method,
            [.query("from"), .query("to"), .query("by")],
            scope: .diaryRead
        )
        add(
            .get,
            "/v1/diary/changes",
            DiaryChanges.method,
            [.query("since"), .query("limit", .wholeNumber)],
            scope: .diaryRead
        )
        add(
            .get,
            "/v1/foods/recent",
            DiaryFoodsRecent.method,
            [.query("meal"), .query("sort"), .query("limit", .wholeNumber)],
            scope: .diaryRead
        )
    }

    /// Adds the routes for entries.
    private mutating func addDiaryEntries() {
        add(
            .post,
            "/v1/diary/days/{date}/entries",
            DiaryEntriesAdd.method,
            [.path("date")],
            success: .created,
            scope: .diaryWrite,
            answersVersion: true
        )
        add(
            .put,
            "/v1/diary/entries/{id}",
            DiaryEntriesPut.method,
            [.path("id"), .ifMatch, .ifMatchAny],
            scope: .diaryWrite,
            answersVersion: true
        )
        add(
            .patch,
            "/v1/diary/entries/{id}",
            DiaryEntriesUpdate.method,
            [.path("id"), .ifMatch],
            scope: .diaryWrite,
            answersVersion: true
        )
        add(
            .delete,
            "/v1/diary/entries/{id}",
            DiaryEntriesRemove.method,
            [.path("id"), .ifMatch],
            success: .noContent,
            scope: .diaryWrite
        )
    }

    /// Adds the routes for a whole day, and for its data besides entries.
    private mutating func addDiaryExtras() {
        add(.post, "/v1/diary/days/{date}/copy", DiaryDaysCopy.method, [.path("date")], scope: .diaryWrite)
        for (path, method) in [("water", DiaryWaterSet.method), ("note", DiaryNoteSet.method)] {
            add(
                .put,
                "/v1/diary/days/{date}/\(path)",
                method,
                [.path("date"), .ifMatch],
                scope: .diaryWrite,
                answersVersion: true
            )
        }
    }

    /// Adds the routes of the cart, which is logged at once.
    private mutating func addCart() {
        let path = "/v1/diary/cart"
        add(.get, path, DiaryCartGet.method, scope: .diaryRead, answersVersion: true)
        add(.patch, path, DiaryCartUpdate.method, [.ifMatch], scope: .diaryWrite, answersVersion: true)
        for (verb, method) in [
            (HTTPRequest.Method.put, DiaryCartItemsSet.method), (.delete, DiaryCartItemsRemove.method),
        ] {
            add(
                verb,
                "\(path)/items/{foodId}",
                method,
                [.path("foodId"), .ifMatch],
                scope: .diaryWrite,
                answersVersion: true
            )
        }
        add(.post, "\(path)/checkout", DiaryCartCheckout.method, [.ifMatch], scope: .diaryWrite)
    }

    /// Adds the routes of meal plans, which can be written into the diary.
    private mutating func addPlans() {
        add(.post, "/v1/plans", DiaryPlansMake.method, success: .created, scope: .diaryWrite)
        add(
            .get,
            "/v1/plans",
            DiaryPlansList.method,
            [.query("limit", .wholeNumber), .query("cursor")],
            scope: .diaryRead
        )
        add(.post, "/v1/plans/{id}/apply", DiaryPlansApply.method, [.path("id")], scope: .diaryWrite)
    }
}
