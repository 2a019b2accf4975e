/// Regular expressions of ECMA 262 for days of a diary.
package enum DatePattern {
    /// The days of the years 1900 to 2200 that exist.
    package static let day = "^(" + dates + ")$"
    /// ``day``, or the text `today`.
    package static let orToday = "^(today|" + dates + ")$"

    private static let year = "(19|20|21)[0-9]{2}|2200"
    /// 1900, 2100 and 2200 are no leap years.
    private static let leapYear = "(19|20|21)(0[48]|[2468][048]|[13579][26])|2000"
    private static let dates =
        "(\(year))-((01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|"
        + "02-(0[1-9]|1[0-9]|2[0-8]))|(\(leapYear))-02-29"
}
