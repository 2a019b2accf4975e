import Calendar
package import Contracts
import FoundationEssentials
import JSONCoding

/// A user of a demonstration: what the questionnaire would ask, and what they usually eat.
package struct DemoPerson: Sendable {
    package let account: DemoAccount
    /// The profile, without the weight.
    let profile: ProfileChange
    /// The weight today, in kg.
    let weightKg: Double
    /// The change of the weight in a week, in kg.
    let weeklyChangeKg: Double
    /// Meals as a person types them; a day has one of each list.
    package let meals: [(meal: Meal, texts: [String])]
    /// Days of the week with exercise, from 1 for Monday.
    let trainingDays: Set<Int>
    let kitchen: DemoKitchen
    /// A PNG in base64.
    let picture: String
    /// Determines all choices.
    let seed: Int

    /// The users, in the order of ``DemoAccount/all``.
    package static let all: [DemoPerson] = zip(zip(DemoAccount.all, DemoPicture.all), Details.all).enumerated().map {
        number,
        parts in
        let ((account, picture), details) = parts
        var profile = details.profile
        profile.timeZone = .set(TimeZone.current.identifier)
        profile.shares = .set(SharesChange(leaderboard: true, foods: true))
        return DemoPerson(
            account: account,
            profile: profile,
            weightKg: details.weightKg,
            weeklyChangeKg: details.weeklyChangeKg,
            meals: details.meals,
            trainingDays: details.trainingDays,
            // Own foods and recipes have one language, so one user has some.
            kitchen: number == 0 ? .anna : DemoKitchen(),
            picture: picture,
            seed: number + 1
        )
    }
}

/// What distinguishes the users.
private struct Details: Sendable {
    var profile = ProfileChange()
    let weightKg: Double
    let weeklyChangeKg: Double
    let trainingDays: Set<Int>
    let meals: [(meal: Meal, texts: [String])]

    init(
        _ sex: Sex,
        born: PlainDate?,
        heightCm: Double,
        weightKg: Double,
        weeklyChangeKg: Double,
        goal: Goal,
        goalWeightKg: Double? = nil,
        activity: ActivityLevel,
        language: String,
        trainingDays: Set<Int>,
        meals: [(meal: Meal, texts: [String])]
    ) {
        self.weightKg = weightKg
        self.weeklyChangeKg = weeklyChangeKg
        self.trainingDays = trainingDays
        self.meals = meals
        profile.sex = .set(sex)
        if let born { profile.birthDate = .set(born) }
        profile.heightCm = .set(heightCm)
        profile.weightKg = .set(weightKg)
        profile.goal = .set(goal)
        if let goalWeightKg { profile.goalWeightKg = .set(goalWeightKg) }
        profile.activityLevel = .set(activity)
        profile.language = .set(language)
    }

    static let all = [anna, bohdan, chaiya]

    private static let anna = Details(
        .female,
        born: PlainDate(year: 1_994, month: 4, day: 12),
        heightCm: 168,
        weightKg: 70.4,
        weeklyChangeKg: -0.4,
        goal: .lose,
        goalWeightKg: 64,
        activity: .light,
        language: "en",
        trainingDays: [2, 4, 6],
        meals: [
            (
                .breakfast,
                [
                    "60 g oats, 200 ml milk, 1 banana", "greek yogurt 200 g, blueberries 80 g, 15 almonds",
                    "2 eggs, toast 60 g, 1 tomato", "100 g cottage cheese, 1 apple, toast 40 g",
                ]
            ),
            (
                .lunch,
                [
                    "lentil soup 350 g, pita bread 60 g", "chicken breast 150 g, brown rice 180 g, broccoli 120 g",
                    "salmon 140 g, potatoes 200 g, green beans 100 g", "chicken caesar salad 300 g, 1 orange",
                ]
            ),
            (
                .dinner,
                [
                    "1/2 avocado, toast 70 g, 2 eggs", "pasta 200 g, tomato sauce 120 g, cheddar cheese 20 g",
                    "chicken curry 250 g, rice 150 g", "cottage cheese 150 g, 1 tomato, half a cucumber, toast 50 g",
                ]
            ),
            (.snack, ["1 apple", "handful of almonds", "1 kiwi, 1 orange", "3 rice cakes with hummus"]),
        ]
    )

    private static let bohdan = Details(
        .male,
        born: PlainDate(year: 1_985, month: 9, day: 3),
        heightCm: 182,
        weightKg: 83.1,
        weeklyChangeKg: 0,
        goal: .keep,
        activity: .moderate,
        language: "uk",
        trainingDays: [1, 3, 5],
        meals: [
            (
                .breakfast,
                [
                    "3 eggs, toast 80 g, 30 g cheddar cheese", "100 g oats, 300 ml milk, 1 tsp honey, 1 banana",
                    "150 g cottage cheese, toast 80 g, 1 tbsp honey", "2 pancakes, 1 tbsp honey, yogurt 150 g",
                ]
            ),
            (
                .lunch,
                [
                    "borscht 400 g, rye bread 80 g", "chicken noodle soup 400 g, rye bread 60 g, 1 apple",
                    "buckwheat 250 g, chicken thigh 180 g, 1 cucumber",
                    "roast chicken 180 g, potatoes 250 g, coleslaw 100 g",
                ]
            ),
            (
                .dinner,
                [
                    "steak 200 g, baked potato 250 g, green beans 120 g", "salmon 180 g, rice 250 g, broccoli 150 g",
                    "spaghetti bolognese 450 g", "2 slices of cheese pizza, 1 tomato, half a cucumber",
                ]
            ),
            (.snack, ["1 banana", "handful of almonds", "beer 0.5 l", "yogurt 200 g, strawberries 100 g"]),
        ]
    )

    private static let chaiya = Details(
        .male,
        born: PlainDate(year: 1_999, month: 1, day: 27),
        heightCm: 174,
        weightKg: 63.2,
        weeklyChangeKg: 0.2,
        goal: .gain,
        goalWeightKg: 68,
        activity: .intense,
        language: "th",
        trainingDays: [1, 2, 4, 5, 6],
        meals: [
            (
                .breakfast,
                [
                    "rice 250 g, 2 eggs, 1 banana", "1 scoop whey protein, 1 banana, 250 ml milk, 60 g oats",
                    "4 slices of toast, 2 tbsp peanut butter, 1 orange",
                ]
            ),
            (
                .lunch,
                [
                    "fried rice 400 g, 1 egg", "chicken breast 180 g, rice 300 g, 1 cucumber",
                    "chicken curry 300 g, rice 250 g",
                ]
            ),
            (
                .dinner,
                [
                    "rice 300 g, tofu 150 g, broccoli 150 g", "salmon 180 g, rice 250 g, 1 avocado",
                    "noodles 300 g, pork 150 g, broccoli 100 g",
                ]
            ),
            (.snack, ["1 mango", "2 bananas", "handful of peanuts", "yogurt 200 g, honey 20 g"]),
        ]
    )
}
