import Contracts

/// Messages in the bytes in which earlier versions wrote them: stored hashes depend on some, and clients may.
struct WrittenText: Sendable {
    let json: String
    /// Decodes the text and encodes the value again.
    let rewritten: @Sendable () throws -> String

    private init<Value: Codable & Sendable>(_ type: Value.Type, _ json: String) {
        self.json = json
        rewritten = {
            let value = try PayloadCoder.decodeReply(type, from: Array(json.utf8))
            return String(decoding: try PayloadCoder.encode(value), as: UTF8.self)
        }
    }

    static let all: [WrittenText] = [
        WrittenText(DiaryEntry.self, entry), WrittenText(DiaryEntry.self, bareEntry),
        WrittenText(DiaryEntriesAdd.self, fullRequest), WrittenText(DiaryEntriesAdd.self, request),
        WrittenText(DiaryDay.self, day), WrittenText(DiaryDay.self, bareDay),
        WrittenText(DiaryDays.Reply.self, #"{"items":[\#(bareDay),\#(day)],"nextFrom":"2024-10-05"}"#),
        WrittenText(DiaryDays.Reply.self, #"{"items":[],"nextFrom":null}"#),
        WrittenText(Cart.self, cart), WrittenText(Cart.self, bareCart),
        WrittenText(DiaryCartCheckout.Reply.self, #"{"day":\#(day),"entries":["\#(id)","\#(id)"],"cart":\#(cart)}"#),
        WrittenText(Progress.self, progress), WrittenText(Progress.self, bareProgress),
        WrittenText(Food.self, food), WrittenText(Food.self, bareFood),
        WrittenText(CatalogSearch.Reply.self, #"{"items":[\#(bareFood),\#(food)],"nextCursor":"MjA"}"#),
        WrittenText(CatalogSearch.Reply.self, #"{"items":[],"nextCursor":null}"#),
        WrittenText(ServiceError.self, error), WrittenText(ServiceError.self, mismatch),
        WrittenText(DayChanged.self, dayChanged),
        WrittenText(
            EventsSince.Reply.self,
            #"{"epoch":"e \"1\"","events":[\#(event)],"last":9007199254740992,"reload":true}"#
        ),
        WrittenText(EventsSince.Reply.self, #"{"epoch":"","events":[],"last":0,"reload":false}"#),
        WrittenText(
            LiveHint.self,
            #"{"kind":"day","date":"2024-10-04","version":7,"fetch":"/v1/diary/days/2024-10-04"}"#
        ),
        WrittenText(
            LiveHint.self,
            #"{"kind":"group","id":"a\"b","version":9007199254740992,"fetch":"/v1/groups/a\"b"}"#
        ),
        WrittenText(LeaderboardTop.Reply.self, #"{"items":[\#(row)],"me":\#(row)}"#),
        WrittenText(LeaderboardTop.Reply.self, #"{"items":[],"me":null}"#),
    ]

    private static let id = "0192f3c2-7c5e-7a3e-9c34-1f1f0a3b2c4d"
    private static let nutrients = """
        "kcal":120.25,"proteinG":3,"fatG":0.0001,"carbohydrateG":20.43,"fiberG":2.2,"sugarG":1e-07,\
        "saltG":0.30000000000000004
        """
    private static let noNutrients = """
        "kcal":0,"proteinG":null,"fatG":null,"carbohydrateG":null,"fiberG":null,"sugarG":null,"saltG":null
        """
    private static let entry = """
        {"id":"\(id)","date":"2024-10-04","meal":"lunch","position":3,"at":"2024-10-04T12:00:00.000Z","foodId":"\(id)",\
        "name":"Суп \\"дня\\"","imageURL":"https://example.org/a","picture":"/v1/foods/\(id)/picture",\
        "grams":62.5,"portion":"½ cup","quantity":0.5,\
        "version":2,\(nutrients)}
        """
    private static let bareEntry = """
        {"id":"\(id)","date":"0001-01-01","meal":"snack","position":0,"at":"","foodId":null,\
        "name":"\\u0001\\u000a\\\\","imageURL":null,"grams":null,"portion":null,"quantity":null,\
        "version":1,\(noNutrients)}
        """
    private static let fullRequest = """
        {"date":"2024-10-04","id":"\(id)","meal":"lunch","foodId":"\(id)","grams":1.5,"portion":"½ \\"cup\\"",\
        "quantity":2,"name":"Суп",\(nutrients)}
        """
    private static let request = #"{"date":"today","meal":"dinner","grams":100}"#
    private static let target = #"{"dailyKcal":2000,"proteinG":100,"fatG":60.5,"carbohydrateG":250}"#
    private static let day = """
        {"date":"2024-10-04","meals":[{"meal":"lunch","entries":[\(entry),\(bareEntry)],"totals":{\(nutrients)}},\
        {"meal":"snack","entries":[],"totals":{\(noNutrients)}}],"totals":{\(nutrients)},\
        "incomplete":["fatG","sugarG"],"target":\(target),"remaining":{\(nutrients)},\
        "week":{"from":"2024-09-30","kcal":120.25,"targetKcal":14000,"remaining":-3.5,\
        "totals":{\(nutrients)},"incomplete":["fiberG"],"target":\(target),\
        "remainingNutrients":{\(nutrients)}},\
        "month":{"from":"2024-10-01","kcal":1200.5,"targetKcal":60000,"remaining":58799.5},\
        "exerciseKcal":300.5,"waterMl":1500,"note":"Ситно\\u000a\\"день\\"","isComplete":true,"extrasVersion":3}
        """
    private static let bareDay = """
        {"date":"2024-10-04","meals":[],"totals":{\(noNutrients)},"incomplete":[],"target":null,"remaining":null,\
        "week":{"from":"2024-09-30","kcal":0,"targetKcal":null,"remaining":null,"totals":{\(noNutrients)},\
        "incomplete":[],"target":null,"remainingNutrients":null},\
        "month":{"from":"2024-10-01","kcal":0,"targetKcal":null,"remaining":null},\
        "exerciseKcal":null,"waterMl":0,"note":"","isComplete":false,"extrasVersion":0}
        """
    private static let cart = """
        {"version":7,"items":[{"foodId":"\(id)","name":"Rye","imageURL":null,"picture":"/v1/foods/\(id)/picture",\
        "grams":33.5,"portion":"slice",\
        "quantity":1.5,\(nutrients),"step":0.5,"addedAt":"2024-10-04T12:00:00.000Z"},\
        {"foodId":"\(id)","name":"Tea","imageURL":"a/b","picture":"/v1/foods/\(id)/picture",\
        "grams":1,"portion":null,"quantity":null,\
        \(noNutrients),"step":10,"addedAt":""}],"additionalKcal":120.5,"additionalName":"Oil",\
        "totals":{\(nutrients)},"incomplete":["proteinG"]}
        """
    private static let bareCart = """
        {"version":0,"items":[],"additionalKcal":null,"additionalName":null,"totals":{\(noNutrients)},"incomplete":[]}
        """
    private static let progress = """
        {"items":[{"from":"2024-10-04","to":"2024-10-05","kcal":1999.5,"targetKcal":2000,"proteinG":80,"fatG":70.25,\
        "carbohydrateG":200,"fiberG":null,"sugarG":1,"saltG":null,"incomplete":["fiberG"],"targetProteinG":100,\
        "targetFatG":60.5,"targetCarbohydrateG":250,"loggedDays":1}],"averages":{"kcal":1999.5,"targetKcal":null,\
        "proteinG":80,"fatG":null,"carbohydrateG":null,"fiberG":null,"sugarG":null,"saltG":0.3},\
        "streaks":{"logged":12,"onTarget":3},"longestStreak":40,"weightTrend":[{"date":"2024-10-04","weightKg":null,"trendKg":80.12345},\
        {"date":"2024-10-05","weightKg":80.5,"trendKg":80}]}
        """
    private static let bareProgress = """
        {"items":[],"averages":{"kcal":null,"targetKcal":null,"proteinG":null,"fatG":null,"carbohydrateG":null,\
        "fiberG":null,"sugarG":null,"saltG":null},"streaks":{"logged":0,"onTarget":0},"longestStreak":0,"weightTrend":[]}
        """
    private static let food = """
        {"id":"\(id)","name":"Йогурт","brand":"A\\\\B/C","category":"dairy","kcal":61,"proteinG":3.5,"fatG":3.25,\
        "carbohydrateG":4.7,"fiberG":0,"sugarG":4.7,"saturatedFatG":2.1,"sodiumMg":46,"portions":[{"name":"1 cup",\
        "grams":240},{"name":"½ \\"cup\\"","grams":120.5}],"flags":["energyMismatch"],"source":"own","imageURL":"x",\
        "type":"own","allergens":["milk"],"allergenMatches":["milk"],"own":true,"shared":false,"names":{"uk":"Йогурт"},\
        "barcode":"04006381333931","ingredients":"milk\\u0001\\u0009","nutrients":{"calciumMg":121.5},"version":3}
        """
    private static let bareFood = """
        {"id":"\(id)","name":"","brand":null,"category":null,"kcal":130.25,"proteinG":null,"fatG":null,\
        "carbohydrateG":null,"fiberG":null,"sugarG":null,"saturatedFatG":null,"sodiumMg":null,"portions":[],"flags":[],\
        "source":"usda","imageURL":null,"allergens":null}
        """
    private static let fieldError = """
        {"field":"a[2].grams","code":"outOfRange","params":{"min":"50"},"message":"\\"a\\" must be from 50."}
        """
    private static let error = """
        {"code":"invalid","message":"Wait\\u000a.","params":{"ї":"5"},\
        "details":[\(fieldError),\(fieldError)],"retryable":false}
        """
    private static let mismatch = """
        {"code":"versionMismatch","message":"","params":{},"details":[],"retryable":false,"current":"{\\"a\\":1}"}
        """
    private static let dayChanged = #"{"date":"2024-10-04","kcal":1830.25,"targetKcal":null,"entries":3}"#
    private static let event = """
        {"specversion":"1.0","id":"\(id)","source":"diary","type":"diary.day.changed","subject":"\(id)",\
        "time":"2024-10-04T12:00:00.000Z","sequence":1099511627776,"traceparent":"00-0af7","data":"{\\"kcal\\":2}"}
        """
    private static let row = #"{"rank":1,"userId":"\#(id)","name":"Ümit\\u000a","imageURL":null,"score":99.9}"#
}
