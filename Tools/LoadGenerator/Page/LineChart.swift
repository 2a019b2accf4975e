/// A line chart as inline SVG, coloured by the style sheet of the page.
struct LineChart {
    /// One line of the chart.
    struct Line {
        let name: String
        /// The CSS class.
        let style: String
        let points: [(x: Double, y: Double)]
    }

    private static let (width, height) = (720.0, 260.0)
    private static let (left, right, top, bottom) = (64.0, 12.0, 10.0, 40.0)

    let title: String
    let xTitle: String
    let lines: [Line]
    let xScale: ChartScale
    let yScale: ChartScale
    /// The vertical grid lines with their labels; nil for the ticks of the scale.
    var xTicks: [(value: Double, text: String)]?
    let yText: (Double) -> String

    /// The HTML figure with title, legend and chart.
    var html: String {
        let legend = lines.map { "<span class=\"key \($0.style)\">\(LoadPage.escaped($0.name))</span>" }.joined()
        return """
            <figure><figcaption><b>\(LoadPage.escaped(title))</b>\(legend)</figcaption>
            <svg viewBox="0 0 \(Self.text(Self.width)) \(Self.text(Self.height))" role="img" \
            aria-label="\(LoadPage.escaped(title))">
            \(grid)
            \(lines.map(path).joined(separator: "\n"))
            </svg></figure>
            """
    }

    private func x(_ value: Double) -> String {
        Self.text(Self.left + xScale.position(value) * (Self.width - Self.left - Self.right))
    }

    private func y(_ value: Double) -> String {
        Self.text(Self.height - Self.bottom - yScale.position(value) * (Self.height - Self.top - Self.bottom))
    }

    private func path(_ line: Line) -> String {
        guard let first = line.points.first else { return "" }
        // A line of one point would be invisible.
        guard line.points.count > 1 else {
            return "<circle class=\"\(line.style)\" cx=\"\(x(first.x))\" cy=\"\(y(first.y))\" r=\"3\"/>"
        }
        let points = line.points.map { "\(x($0.x)),\(y($0.y))" }.joined(separator: " ")
        return "<polyline class=\"\(line.style)\" points=\"\(points)\"/>"
    }

    private var grid: String {
        let (end, floor) = (Self.text(Self.width - Self.right), Self.text(Self.height - Self.bottom))
        let across = yScale.ticks.map { tick in
            "<line x1=\"\(Self.text(Self.left))\" x2=\"\(end)\" y1=\"\(y(tick))\" y2=\"\(y(tick))\"/>"
                + "<text x=\"\(Self.text(Self.left - 6))\" y=\"\(y(tick))\" dy=\".35em\" class=\"end\">"
                + "\(LoadPage.escaped(yText(tick)))</text>"
        }
        let ticks = xTicks ?? xScale.ticks.map { (value: $0, text: LoadText.digits($0)) }
        let down = ticks.map { tick in
            "<line x1=\"\(x(tick.value))\" x2=\"\(x(tick.value))\" y1=\"\(Self.text(Self.top))\" y2=\"\(floor)\"/>"
                + "<text x=\"\(x(tick.value))\" y=\"\(Self.text(Self.height - Self.bottom + 16))\" class=\"middle\">"
                + "\(LoadPage.escaped(tick.text))</text>"
        }
        let name =
            "<text x=\"\(Self.text((Self.width + Self.left) / 2))\" y=\"\(Self.text(Self.height - 6))\" "
            + "class=\"middle\">\(LoadPage.escaped(xTitle))</text>"
        return "<g class=\"grid\">" + (across + down).joined(separator: "\n") + name + "</g>"
    }

    private static func text(_ number: Double) -> String { LoadText.fixed(number, 1) }
}
