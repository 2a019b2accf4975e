import Contracts

/// The texts of hints in one language; `{name}` stands for a parameter.
struct TargetHintTexts {
    private let texts: [TargetHint.Code: String]
    private let decimalSeparator: String

    /// Selects the texts of a language tag by its primary language, such as `uk` of `uk-UA`; English for others.
    init(_ language: String) {
        switch language.lowercased().prefix(while: { $0 != "-" && $0 != "_" }) {
        case "uk": (texts, decimalSeparator) = (Self.ukrainian, ",")
        case "th": (texts, decimalSeparator) = (Self.thai, ".")
        default: (texts, decimalSeparator) = (Self.english, ".")
        }
    }

    /// Returns the text of a hint with its parameters.
    func text(of code: TargetHint.Code, _ params: [String: String]) -> String {
        params.reduce(texts[code] ?? "") { text, param in
            text.replacing("{\(param.key)}", with: shown(param.value))
        }
    }

    /// Returns a number as the language writes it: "0,6" in Ukrainian, and "1" for 1.0.
    private func shown(_ number: String) -> String {
        let short = number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        return short.replacing(".", with: decimalSeparator)
    }

    private static let english: [TargetHint.Code: String] = [
        .paceOfLoss: """
        {deficitKcal} kcal a day under your expenditure is about {kgPerWeek} kg a week at first, \
        {percentPerWeek} % of your weight. Later it slows, because a lighter body uses less.
        """,
        .paceOfFastLoss: """
        {deficitKcal} kcal a day under your expenditure is about {kgPerWeek} kg a week at first, \
        {percentPerWeek} % of your weight. Up to {percentMax} % keeps more muscle, so a higher target of your \
        own is gentler.
        """,
        .paceWithoutDeficit: """
        This target has no deficit from your expenditure of about {tdeeKcal} kcal a day. None is recommended under \
        19 years, at a BMI under 18.5 and at the minimum intake. Aim to keep your weight.
        """,
        .paceOfKeeping: """
        This target is your expenditure, about {tdeeKcal} kcal a day. Water moves the scale by a kilogram \
        overnight, so compare the means of weeks.
        """,
        .paceOfGain: """
        {surplusKcal} kcal a day over your expenditure is about {kgPerWeek} kg a week, {percentPerWeek} % of your \
        weight. A slow gain adds less fat.
        """,
        .paceOfFastGain: """
        {surplusKcal} kcal a day over your expenditure is about {kgPerWeek} kg a week, {percentPerWeek} % of your \
        weight. More than {percentMax} % adds mostly fat, so a smaller surplus is enough.
        """,
        .proteinForLoss: """
        Eat about {proteinG} g of protein a day, {gPerKg} g per kg: in a deficit it protects muscle. {meals} meals \
        with {mealG} g each use it well.
        """,
        .proteinForKeeping: """
        Eat about {proteinG} g of protein a day, {gPerKg} g per kg: it keeps muscle, and more has little further \
        effect. {meals} meals with {mealG} g each use it well.
        """,
        .proteinForGain: """
        Eat about {proteinG} g of protein a day, {gPerKg} g per kg: with training, muscle grows from it. {meals} \
        meals with {mealG} g each use it well.
        """,
        .proteinLow: """
        This target has {proteinG} g of protein, {gPerKg} g per kg. About {recommendedG} g a day protects muscle \
        better.
        """,
        .activityForLoss: """
        Work up from {minutesMin} to more than {minutesMax} minutes of brisk walking a week: it keeps lost weight \
        off. Half an hour uses about {walkKcal} kcal at your weight.
        """,
        .activityForKeeping: """
        Walk briskly for {minutesMin} to {minutesMax} minutes a week: it prevents most weight gain. Half an hour \
        uses about {walkKcal} kcal at your weight.
        """,
        .activityForGain: """
        Train each large muscle with weights at least {sessions} times a week: without training, a surplus becomes \
        fat.
        """,
        .activityCounted: """
        This target counts about {activityKcal} kcal a day of activity beyond a sedentary day. If you move less, \
        choose a lower level, because the target is too high then.
        """,
        .activityUnder18: """
        Under 18 years, be active for {minutesPerDay} minutes a day on average: it builds bones and muscles.
        """,
    ]

    private static let ukrainian: [TargetHint.Code: String] = [
        .paceOfLoss: """
        {deficitKcal} ккал на день менше за ваші витрати — це спочатку близько {kgPerWeek} кг на тиждень, \
        {percentPerWeek} % ваги. Згодом темп сповільниться, бо легше тіло витрачає менше.
        """,
        .paceOfFastLoss: """
        {deficitKcal} ккал на день менше за ваші витрати — це спочатку близько {kgPerWeek} кг на тиждень, \
        {percentPerWeek} % ваги. До {percentMax} % краще зберігає м’язи, тож вища власна ціль щадніша.
        """,
        .paceWithoutDeficit: """
        Ця ціль не має дефіциту, а ваші витрати — близько {tdeeKcal} ккал на день. До 19 років, за ІМТ нижче 18,5 і на \
        мінімальному споживанні його не радять. Утримуйте вагу.
        """,
        .paceOfKeeping: """
        Ця ціль дорівнює вашим витратам, близько {tdeeKcal} ккал на день. Вода змінює вагу на кілограм за ніч, \
        тож порівнюйте середні за тиждень.
        """,
        .paceOfGain: """
        {surplusKcal} ккал на день понад ваші витрати — це близько {kgPerWeek} кг на тиждень, {percentPerWeek} % \
        ваги. Повільний набір дає менше жиру.
        """,
        .paceOfFastGain: """
        {surplusKcal} ккал на день понад ваші витрати — це близько {kgPerWeek} кг на тиждень, {percentPerWeek} % \
        ваги. Понад {percentMax} % додає переважно жир, тож досить меншого надлишку.
        """,
        .proteinForLoss: """
        Їжте близько {proteinG} г білка на день, {gPerKg} г на кг: за дефіциту він береже м’язи. Найкраще \
        розподілити його на {meals} прийоми їжі по {mealG} г.
        """,
        .proteinForKeeping: """
        Їжте близько {proteinG} г білка на день, {gPerKg} г на кг: він підтримує м’язи, а більша кількість майже \
        нічого не додає. Найкраще розподілити його на {meals} прийоми їжі по {mealG} г.
        """,
        .proteinForGain: """
        Їжте близько {proteinG} г білка на день, {gPerKg} г на кг: разом із тренуваннями з нього ростуть м’язи. \
        Найкраще розподілити його на {meals} прийоми їжі по {mealG} г.
        """,
        .proteinLow: """
        Ця ціль має {proteinG} г білка, {gPerKg} г на кг. Близько {recommendedG} г на день краще береже м’язи.
        """,
        .activityForLoss: """
        Поступово дійдіть від {minutesMin} до понад {minutesMax} хвилин швидкої ходьби на тиждень: так втрачена \
        вага не повертається. Пів години за вашої ваги — це близько {walkKcal} ккал.
        """,
        .activityForKeeping: """
        Ходіть швидко від {minutesMin} до {minutesMax} хвилин на тиждень: це здебільшого запобігає набору ваги. \
        Пів години за вашої ваги — це близько {walkKcal} ккал.
        """,
        .activityForGain: """
        Тренуйте кожен великий м’яз з обтяженням щонайменше {sessions} рази на тиждень: без тренувань надлишок стає \
        жиром.
        """,
        .activityCounted: """
        Ця ціль враховує близько {activityKcal} ккал активності на день понад сидячий день. Якщо рухаєтеся менше, \
        оберіть нижчий рівень, бо ціль буде завищена.
        """,
        .activityUnder18: """
        До 18 років рухайтеся в середньому {minutesPerDay} хвилин на день: це зміцнює кістки й м’язи.
        """,
    ]

    private static let thai: [TargetHint.Code: String] = [
        .paceOfLoss: """
        กินน้อยกว่าที่ใช้วันละ {deficitKcal} kcal น้ำหนักช่วงแรกลดราวสัปดาห์ละ {kgPerWeek} กก. หรือ \
        {percentPerWeek}% ของน้ำหนักตัว ต่อมาจะช้าลง เพราะร่างกายที่เบาลงใช้พลังงานน้อยลง
        """,
        .paceOfFastLoss: """
        กินน้อยกว่าที่ใช้วันละ {deficitKcal} kcal น้ำหนักช่วงแรกลดราวสัปดาห์ละ {kgPerWeek} กก. หรือ \
        {percentPerWeek}% ของน้ำหนักตัว หากไม่เกิน {percentMax}% จะรักษากล้ามเนื้อได้ดีกว่า \
        จึงควรตั้งเป้าหมายเองให้สูงขึ้น
        """,
        .paceWithoutDeficit: """
        เป้าหมายนี้ไม่ลดพลังงานจากที่คุณใช้ประมาณ {tdeeKcal} kcal ต่อวัน เพราะไม่แนะนำให้ลดเมื่ออายุต่ำกว่า 19 ปี ดัชนีมวลกายต่ำกว่า 18.5 \
        หรือกินขั้นต่ำอยู่แล้ว ให้รักษาน้ำหนักไว้
        """,
        .paceOfKeeping: """
        เป้าหมายนี้เท่ากับพลังงานที่ใช้ ราววันละ {tdeeKcal} kcal \
        น้ำในร่างกายทำให้น้ำหนักเปลี่ยนได้หนึ่งกิโลกรัมข้ามคืน จึงควรเทียบค่าเฉลี่ยรายสัปดาห์
        """,
        .paceOfGain: """
        กินมากกว่าที่ใช้วันละ {surplusKcal} kcal น้ำหนักเพิ่มราวสัปดาห์ละ {kgPerWeek} กก. หรือ {percentPerWeek}% \
        ของน้ำหนักตัว เพิ่มช้าทำให้ไขมันเพิ่มน้อยกว่า
        """,
        .paceOfFastGain: """
        กินมากกว่าที่ใช้วันละ {surplusKcal} kcal น้ำหนักเพิ่มราวสัปดาห์ละ {kgPerWeek} กก. หรือ {percentPerWeek}% \
        ของน้ำหนักตัว หากเกิน {percentMax}% ส่วนใหญ่จะเป็นไขมัน จึงกินเกินน้อยกว่านี้ก็พอ
        """,
        .proteinForLoss: """
        กินโปรตีนราววันละ {proteinG} กรัม หรือ {gPerKg} กรัมต่อกก. ช่วยรักษากล้ามเนื้อเมื่อลดพลังงาน แบ่งเป็น {meals} \
        มื้อ มื้อละ {mealG} กรัมจะใช้ได้ดี
        """,
        .proteinForKeeping: """
        กินโปรตีนราววันละ {proteinG} กรัม หรือ {gPerKg} กรัมต่อกก. ช่วยรักษากล้ามเนื้อ มากกว่านี้ได้ผลเพิ่มน้อย \
        แบ่งเป็น {meals} มื้อ มื้อละ {mealG} กรัมจะใช้ได้ดี
        """,
        .proteinForGain: """
        กินโปรตีนราววันละ {proteinG} กรัม หรือ {gPerKg} กรัมต่อกก. เมื่อฝึกด้วยกล้ามเนื้อจะเติบโต แบ่งเป็น {meals} \
        มื้อ มื้อละ {mealG} กรัมจะใช้ได้ดี
        """,
        .proteinLow: """
        เป้าหมายนี้มีโปรตีน {proteinG} กรัม หรือ {gPerKg} กรัมต่อกก. ราววันละ {recommendedG} \
        กรัมรักษากล้ามเนื้อได้ดีกว่า
        """,
        .activityForLoss: """
        เดินเร็วสัปดาห์ละ {minutesMin} นาที แล้วเพิ่มจนเกิน {minutesMax} นาที ช่วยไม่ให้น้ำหนักกลับมา \
        ครึ่งชั่วโมงใช้ราว {walkKcal} kcal ที่น้ำหนักของคุณ
        """,
        .activityForKeeping: """
        เดินเร็วสัปดาห์ละ {minutesMin} ถึง {minutesMax} นาที ช่วยไม่ให้น้ำหนักเพิ่ม ครึ่งชั่วโมงใช้ราว {walkKcal} \
        kcal ที่น้ำหนักของคุณ
        """,
        .activityForGain: """
        ฝึกกล้ามเนื้อมัดใหญ่ทุกส่วนด้วยน้ำหนักอย่างน้อยสัปดาห์ละ {sessions} ครั้ง หากไม่ฝึก \
        พลังงานส่วนเกินจะกลายเป็นไขมัน
        """,
        .activityCounted: """
        เป้าหมายนี้รวมกิจกรรมราววันละ {activityKcal} kcal ที่มากกว่าวันที่นั่งทั้งวัน \
        หากเคลื่อนไหวน้อยกว่านี้ให้เลือกระดับที่ต่ำลง เพราะเป้าหมายจะสูงเกินไป
        """,
        .activityUnder18: """
        เมื่ออายุต่ำกว่า 18 ปี ควรเคลื่อนไหวเฉลี่ยวันละ {minutesPerDay} นาที ช่วยให้กระดูกและกล้ามเนื้อแข็งแรง
        """,
    ]
}
