import MealwireCore

/// Scenarios of the other reducers.
enum OtherScenarios {
    static var all: [VectorFile] { days + searches + questionnaires }

    private static func script<Part: Reducer & SendableMetatype>(
        _ title: String,
        _ state: Part.State,
        _: Part.Type,
        _ actions: [Part.Action]
    )
        -> VectorFile
    {
        var script = VectorScript<Part>(state)
        for action in actions { script.act(action) }
        return script.file(titled: title)
    }

    private static func shown(_ id: String, _ meal: Meal, grams: Double) -> DiarySync.ShownEntry {
        .init(
            id: id,
            content: SyncScript.content(grams: grams, meal: meal),
            preview: SyncScript.preview(grams: grams),
            position: 0,
            status: .confirmed
        )
    }

    private static var days: [VectorFile] {
        let date = "2026-11-23"
        let target = DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 70, carbohydrateG: 240)
        let contents = DayContents(
            date: date,
            entries: [shown("a", .breakfast, grams: 40), shown("b", .lunch, grams: 33.3)],
            waterMl: 500,
            target: target
        )
        return [
            script(
                "a day has sums and what remains",
                Day.State(),
                Day.self,
                [
                    .show(.init(date: date, now: 0)), .loaded(contents),
                    .loaded(.init(date: "2026-11-22", entries: [], waterMl: 0)), .drink(.init(ml: 250, now: 1)),
                    .loaded(.init(date: date, entries: [], waterMl: 750)),
                ]
            ),
            script(
                "a removal can be undone for eight seconds at least",
                Day.State(),
                Day.self,
                [
                    .show(.init(date: date, now: 0)), .loaded(contents), .remove(.init(id: "a", now: 1_000)),
                    .drink(.init(ml: 250, now: 8_999)), .undo, .remove(.init(id: "a", now: 20_000)),
                    .drink(.init(ml: 250, now: 28_000)), .undo,
                ]
            ),
        ]
    }

    private static let oats = FoodHit(
        foodId: "oats",
        name: "Oats",
        per100g: Nutrients(kcal: 370, proteinG: 13.5),
        amount: FoodAmount(foodId: "oats", grams: 20)
    )
    private static let egg = FoodHit(
        foodId: "egg",
        name: "Egg",
        per100g: Nutrients(kcal: 143),
        amount: FoodAmount(foodId: "egg", portion: "1 egg", quantity: 2),
        portionGrams: 50
    )
    private static let at = "2026-11-23T07:00:00.000Z"

    private static var searches: [VectorFile] {
        let state = FoodSearch.State(date: "2026-11-23", meal: .breakfast)
        return [
            script(
                "the last search wins",
                state,
                FoodSearch.self,
                [
                    .typed(.init(text: "o")), .typed(.init(text: "oa")), .typed(.init(text: "oat")),
                    .paused(.init(request: 2)), .paused(.init(request: 3)), .found(.init(request: 2, foods: [egg])),
                    .found(.init(request: 3, foods: [oats])), .typed(.init(text: "egg")), .paused(.init(request: 4)),
                    .failed(.init(request: 4)),
                ]
            ),
            script(
                "a picked food is logged at once",
                state,
                FoodSearch.self,
                [
                    .pick(.init(entry: "a", food: oats, at: at)), .more(.init(id: "a")), .less(.init(id: "a")),
                    .less(.init(id: "a")), .less(.init(id: "a")), .undo, .undo, .undo, .undo, .undo, .undo,
                ]
            ),
            script(
                "a number is offered as energy",
                state,
                FoodSearch.self,
                [
                    .typed(.init(text: "350")), .logEnergy(.init(entry: "a", name: "Energy", at: at)),
                    .typed(.init(text: "1,250")), .typed(.init(text: "๓๕๐½")), .typed(.init(text: "0")),
                ]
            ),
            script(
                "collected foods are logged together",
                state,
                FoodSearch.self,
                [
                    .opened(.init(date: "2026-11-23", meal: .lunch, collects: true)),
                    .pick(.init(entry: "a", food: oats, at: at)), .pick(.init(entry: "b", food: egg, at: at)),
                    .more(.init(id: "b")), .checkOut,
                ]
            ),
        ]
    }

    private static var questionnaires: [VectorFile] {
        let state = Questionnaire.State(today: "2026-11-23")
        return [
            script(
                "one question follows the other",
                state,
                Questionnaire.self,
                [
                    .opened(.init(today: "2026-11-23")), .next, .chose(.init(question: .sex, value: "female")), .next,
                    .typed(.init(question: .birthDate, texts: ["1990", "2", "29"])), .next,
                    .typed(.init(question: .birthDate, texts: ["1990", "2", "28"])), .next,
                    .typed(.init(question: .height, texts: ["1,75"])), .next,
                    .typed(.init(question: .weight, texts: ["7x"])), .next,
                    .typed(.init(question: .weight, texts: ["700"])), .next,
                    .typed(.init(question: .weight, texts: ["70½"])), .next,
                    .chose(.init(question: .activity, value: "light")), .next,
                    .chose(.init(question: .goal, value: "lose")), .next, .back, .next,
                    .typed(.init(question: .goalWeight, texts: ["65"])), .next,
                ]
            ),
            script(
                "units are converted and typed texts come back",
                state,
                Questionnaire.self,
                [
                    .units(.init(mass: .stones, length: .feet)),
                    .typed(.init(question: .height, texts: ["5", "11"])),
                    .typed(.init(question: .weight, texts: ["11", "7.5"])),
                    .units(.init(mass: .kilograms, length: .centimetres)),
                    .units(.init(mass: .stones, length: .feet)),
                ]
            ),
        ]
    }
}
