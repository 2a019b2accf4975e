/// The pictures of the users of a demonstration: drawings of 96 by 96 pixels.
enum DemoPicture {
    /// PNG files in base64, in the order of the accounts.
    static let all = [anna, bohdan, chaiya]

    private static let anna = """
        iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAAADFBMVEXk8erwyKp4PB4cdFIi9RWUAAAA7ElEQVR42u3YUQ6DMAyD\
        4da+/50n3mBjJaz5paLFB/AnBERpW6tUKpXKPtoFrgcInQSuzyQkVpBYQWIFCRZoQGIFCRZoQIKFxwMSLNCAxAqHiv6ReeFL8Sn0\
        +wMEAf0v0Dv3EgoooICaResAivWvDCjUvzSgSP8UoED/kkBAyFi8RkLq7jheHTOW3/zVdCwA5wMCaDEg6ZiZ/AVd/QzAXULeEApN\
        1fx7NR8Bp14JessbsCWz/hRIIewRME04ELh+hrBZwUYF3wzdf1ewWcGGBRqwWcGGBRqwWcGGBRqwYeHxgA0LBVwBNiw8EHgBdUUe\
        UUjMDIUAAAAASUVORK5CYII=
        """

    private static let bohdan = """
        iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAAADFBMVEXc5ffsvps8LSM7b9SJlwQ1AAAAwklEQVR42u3YUQrDIBQF\
        UXNn/3su/qUljQ06UOHNAu75UsHWqqqqqnM5Jc8LRC6S51cSiSskrpC4QiILNpC4QiILNpDIwvZAIgs60DsGTZ9kGzgOWShgfn9S\
        KKCAAuou+gtg/ydzJLQNgGbv3wltE6DZ+9+EpX8J8vyFsP67xd4voID5eAdYO977AHor5y+BJQTcAdMEPyTPzxDgCqAKPMzefyqA\
        K4As2AC4AsiCDYArgCzYAMjC9gDIQgEjAGRhQ+AFZekZs4tz2iEAAAAASUVORK5CYII=
        """

    private static let chaiya = """
        iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAAADFBMVEX67NbNlm4ZFhSmbBSF+LHhAAAAwklEQVR42u3YUQrDIBQF\
        UXNn/3su/qUljQ06UOHNAu75UsHWqqqqqnM5Jc8LRC6S51cSiSskrpC4QiILNpC4QiILNpDIwvZAIgs60DsGTZ9kGzgOWShgfn9S\
        KKCAAuou+gtg/ydzJLQNgGbv3wltE6DZ+9+EpX8J8vyFsP67xd4voID5eAdYO977AHor5y+BJQTcAdMEPyTPzxDgCqAKPMzefyqA\
        K4As2AC4AsiCDYArgCzYAMjC9gDIQgEjAGRhQ+AFZekZs4tz2iEAAAAASUVORK5CYII=
        """
}
