/// Words of typed meals that are no foods, folded as ``MealLexer/folded(_:)`` does.
enum MealWords {
    static let half = 0.5
    /// What people mean by "a few" and "кілька".
    private static let few = 3.0

    /// Values that multiply the number before them, instead of adding to it.
    static let multipliers: Set<Double> = [100, 1_000]
    /// Values that multiply the number before them if they count pieces: "half a dozen".
    static let groups: Set<Double> = [10, 12]

    /// Number words of English and Ukrainian.
    static let numbers: [String: Double] = [
        (0.25, "quarter чверть чверті"),
        (half, "half halves пів половина половину половинка половинку половини половиною"),
        (1.5, "півтора півтори"), (1, "one single один одна одне одну одного однієї"),
        (2, "two couple pair два дві двох двома пара пару пари"), (few, "three few several три трьох кілька декілька"),
        (4, "four чотири чотирьох"), (5, "five пять пяти"), (6, "six шість шести"), (7, "seven сім семи"),
        (8, "eight вісім восьми"), (9, "nine девять девяти"), (10, "ten десять десяти десяток"),
        (11, "eleven одинадцять"),
        (12, "twelve dozen дванадцять дюжина дюжину"), (13, "thirteen тринадцять"), (14, "fourteen чотирнадцять"),
        (15, "fifteen пятнадцять пятнадцяти"), (16, "sixteen шістнадцять"), (17, "seventeen сімнадцять"),
        (18, "eighteen вісімнадцять"), (19, "nineteen девятнадцять"), (20, "twenty двадцять двадцяти"),
        (30, "thirty тридцять тридцяти"), (40, "forty сорок"), (50, "fifty пятдесят пятдесяти"),
        (60, "sixty шістдесят"), (70, "seventy сімдесят"), (80, "eighty вісімдесят"), (90, "ninety девяносто"),
        (100, "hundred сто ста"), (200, "двісті двохсот"), (300, "триста трьохсот"), (400, "чотириста"),
        (500, "пятсот"), (600, "шістсот"), (700, "сімсот"), (800, "вісімсот"), (900, "девятсот"),
        (1_000, "thousand тисяча тисячу"),
    ].byWord

    /// Number words of Thai, without tone marks.
    static let thaiNumbers: [String: Double] = [
        (half, "ครึ่ง"), (1, "หนึ่ง นึง เอ็ด"), (2, "สอง"), (3, "สาม"), (4, "สี่"), (5, "ห้า"), (6, "หก"), (7, "เจ็ด"),
        (8, "แปด"), (9, "เก้า"), (10, "สิบ"), (12, "โหล"), (20, "ยี่สิบ"), (30, "สามสิบ"), (40, "สี่สิบ"), (50, "ห้าสิบ"),
        (60, "หกสิบ"), (70, "เจ็ดสิบ"), (80, "แปดสิบ"), (90, "เก้าสิบ"), (100, "ร้อย"), (1_000, "พัน"),
    ].byWord
    static let thaiNumberWords = ThaiWords(thaiNumbers.keys)
    static let thaiHalf = ThaiWords(["ครึ่ง"])
    static let thaiOne = ThaiWords(["หนึ่ง", "นึง", "เดียว"])
    static let thaiJoiners = ThaiWords(["และ", "กับ", "แล้วก็", "พร้อม"])
    /// What precedes foods: "today I ate", names of meals.
    static let thaiNoise = ThaiWords(thaiNoiseWords)
    private static let thaiNoiseWords = [
        "วันนี้กิน", "วันนี้ทาน", "วันนี้", "เมื่อเช้ากิน", "กิน", "ทาน", "ดื่ม", "ผมกิน", "ฉันกิน", "มื้อเช้า", "มื้อกลางวัน", "มื้อเที่ยง", "มื้อเย็น",
        "มื้อว่าง", "อาหารเช้า", "อาหารกลางวัน", "อาหารเย็น",
    ]

    /// Words between two foods that may also join the words of one food.
    static let joiners: Set<String> = Set(
        "and with plus on n w і й та з із зі зо на плюс".split(separator: " ").map(String.init)
    )
    /// Those behind which a food may be in the food before.
    static let containers: Set<String> = ["with", "w", "на", "з", "зі", "зо", "із"]
    /// What follows them is not in the food.
    static let negations: Set<String> = ["without", "no", "без"]
    static let thaiNegations = ["ไม่ใส่", "ไม่หวาน", "ไม่มี"].map { MealLexer.folded($0.unicodeScalars) }
    /// Articles: a food behind them stands for one of its pieces.
    static let articles: Set<String> = ["a", "an"]
    /// Words between an amount and its food.
    static let links: Set<String> = ["of", "worth", "the"]

    /// Words that precede foods: names of meals, "I had".
    static let noise: Set<String> = Set(
        """
        i ive had have ate eat eaten drank drink for my some the about around approximately approx just then also today \
        this morning afternoon evening breakfast brunch lunch dinner supper snack snacks meal \
        я ми зїв зїла їв їла поїв поїла випив випила пив пила ще також потім сьогодні зранку вранці ввечері вдень \
        приблизно десь близько сніданок сніданку обід обіду вечеря вечерю вечері перекус на
        """.split(separator: " ").map(String.init)
    ).union(thaiNoiseWords.map { MealLexer.folded($0.unicodeScalars) })

    /// Sizes by their words.
    static let sizes: [String: PortionSize] = [
        (
            PortionSize.small,
            "small little маленький маленька маленьке маленьку маленькі маленьких малий мала мале малу"
        ),
        (.medium, "medium середній середня середнє середню середні середніх"),
        (.large, "large big великий велика велике велику великі великих"),
    ].byWord
}

/// The size of a piece.
enum PortionSize: Sendable, Equatable {
    case small
    case medium
    case large
}

extension [(Double, String)] {
    fileprivate var byWord: [String: Double] { folding(self) }
}

extension [(PortionSize, String)] {
    fileprivate var byWord: [String: PortionSize] { folding(self) }
}

/// Returns the values by the folded words of their texts.
private func folding<Value>(_ pairs: [(Value, String)]) -> [String: Value] {
    var values: [String: Value] = [:]
    for (value, words) in pairs {
        for word in words.split(separator: " ") { values[MealLexer.folded(word.unicodeScalars)] = value }
    }
    return values
}
