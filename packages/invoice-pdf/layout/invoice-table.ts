import { formatExactPrice } from '@playhead/domain/money.ts'
import { money, priceText, quantityText } from '../invoice-texts.ts'
import type { PrintedInvoice, PrintedLine } from '../printed-invoice.ts'
import { colors, type Paper, sheet, type Style } from './paper.ts'

const ends = { quantity: 322, included: 394, price: 468, amount: sheet.right } as const
const descriptionWidth = 186
const lineHeight = 12
const stepHeight = 11
const rowGap = 5
const indent = 10
const quiet: Style = { color: colors.quiet, size: 8 }
const strong: Style = { weight: 600 }

const columns = [
  { title: 'Quantity', end: ends.quantity },
  { title: 'Included', end: ends.included },
  { title: 'Price', end: ends.price },
  { title: 'Amount', end: ends.amount },
] as const

const writeHead = (paper: Paper, y: number) => {
  const baseline = y + 10
  paper.write('Description', sheet.left, baseline, quiet)
  for (const { title, end } of columns)
    paper.write(title, end, baseline, { ...quiet, align: 'end' })
  paper.rule(baseline + 6)
  return baseline + 8
}

interface Group {
  heading: string
  lines: PrintedLine[]
}

const groupsOf = (lines: PrintedLine[]) => {
  const groups: Group[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.heading === line.heading) last.lines.push(line)
    else groups.push({ heading: line.heading, lines: [line] })
  }
  return groups
}

const stepsOf = ({ usage }: PrintedLine) => usage?.steps ?? []

const sum = (lines: PrintedLine[]) => lines.reduce((all, { amountCents }) => all + amountCents, 0)

/** The lines of the invoice over as many pages as they need; each page repeats the titles and the amount until there. */
export const writeTable = (paper: Paper, invoice: PrintedInvoice, top: number) => {
  const { currency } = invoice
  const text = (cents: number) => money(cents, currency)
  let y = writeHead(paper, top)
  let carried = 0

  const nextPage = () => {
    paper.rule(y + 2)
    paper.write('Carried forward', sheet.left, y + 14, quiet)
    paper.write(text(carried), ends.amount, y + 14, { ...quiet, align: 'end' })
    paper.document.addPage()
    y = writeHead(paper, sheet.top)
    paper.write('Brought forward', sheet.left, y + 10, quiet)
    paper.write(text(carried), ends.amount, y + 10, { ...quiet, align: 'end' })
    y += 12
  }
  const room = (height: number) => {
    if (y + height > sheet.bottom - 24) nextPage()
  }
  const writeGroupHead = ({ heading, lines }: Group, isContinued: boolean) => {
    const name = isContinued ? `${heading}, continued` : heading
    const names = paper.linesOf(name, ends.price - sheet.left - 10, strong)
    y += 6
    names.forEach((line, index) =>
      paper.write(line, sheet.left, y + 10 + index * lineHeight, strong),
    )
    if (!isContinued)
      paper.write(text(sum(lines)), ends.amount, y + 10, { ...strong, align: 'end' })
    y += names.length * lineHeight + 2
  }
  const heightOf = (line: PrintedLine) => {
    const rows = paper.linesOf(line.description, descriptionWidth).length
    const units = line.usage ? 2 : 1
    return Math.max(rows, units) * lineHeight + stepsOf(line).length * stepHeight + rowGap
  }
  /** Below the line that they add up to; a line has so few that they stay together with it. */
  const writeSteps = (line: PrintedLine, first: number) =>
    stepsOf(line).forEach(({ description, quantity, unitMicros, amountCents }, index) => {
      const baseline = first + index * stepHeight
      const end: Style = { ...quiet, align: 'end' }
      paper.write(description, sheet.left + 2 * indent, baseline, quiet)
      paper.write(quantityText(quantity), ends.quantity, baseline, end)
      paper.write(formatExactPrice(unitMicros, currency), ends.price, baseline, end)
      paper.write(text(amountCents), ends.amount, baseline, end)
    })
  const writeLine = (line: PrintedLine) => {
    const x = sheet.left + indent
    const baseline = y + 12
    paper
      .linesOf(line.description, descriptionWidth)
      .forEach((part, index) => paper.write(part, x, baseline + index * lineHeight))
    if (line.usage) {
      const { quantity, included, unit } = line.usage
      paper.write(quantityText(quantity), ends.quantity, baseline, { align: 'end' })
      paper.write(unit, ends.quantity, baseline + lineHeight - 1, { ...quiet, align: 'end' })
      paper.write(quantityText(included), ends.included, baseline, { align: 'end' })
      paper.write(priceText(line.usage, currency), ends.price, baseline, { align: 'end' })
    }
    paper.write(text(line.amountCents), ends.amount, baseline, { align: 'end' })
    y += heightOf(line)
    writeSteps(line, y - rowGap - stepsOf(line).length * stepHeight + stepHeight - 3)
    carried += line.amountCents
  }

  for (const group of groupsOf(invoice.lines)) {
    room(24 + heightOf(group.lines[0]!))
    writeGroupHead(group, false)
    for (const line of group.lines) {
      const before = y
      room(heightOf(line))
      if (y < before) writeGroupHead(group, true)
      writeLine(line)
    }
    paper.rule(y + 2)
  }
  return y + 2
}
