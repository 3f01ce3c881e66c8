import { money, percentText } from '../invoice-texts.ts'
import type { PrintedInvoice } from '../printed-invoice.ts'
import { colors, type Paper, sheet, type Style } from './paper.ts'

const from = 330
const rowHeight = 17
const noteHeight = 13

/** What the lines are together, the taxes and the total; on one page. */
export const writeTotals = (paper: Paper, invoice: PrintedInvoice, top: number) => {
  const text = (cents: number) => money(cents, invoice.currency)
  const rows: { label: string; value: string; style: Style }[] = [
    { label: 'Without tax', value: text(invoice.subtotalCents), style: {} },
    ...invoice.taxes.map(({ name, percent, cents }) => ({
      label: `${name} ${percentText(percent)}`,
      value: text(cents),
      style: {},
    })),
  ]
  const labels = rows.map(({ label }) => paper.linesOf(label, sheet.right - from - 100))
  const height = labels.flat().length * rowHeight + 44
  let y = top
  if (y + height > sheet.bottom) {
    paper.document.addPage()
    y = sheet.top
  }
  y += 16
  rows.forEach(({ value, style }, index) => {
    labels[index]!.forEach((line, row) => paper.write(line, from, y + row * rowHeight, style))
    paper.write(value, sheet.right, y, { ...style, align: 'end' })
    y += labels[index]!.length * rowHeight
  })
  paper.rule(y - 6, from)
  y += 12
  paper.write('Total', from, y, { size: 12, weight: 600 })
  paper.write(text(invoice.totalCents), sheet.right, y, { size: 12, weight: 600, align: 'end' })
  return y + 18
}

/** How to pay and what the law wants said; each begins a paragraph. */
export const writeNotes = (paper: Paper, notes: string[], top: number) => {
  let y = top + 14
  for (const note of notes) {
    for (const line of note
      .split('\n')
      .flatMap((part) => paper.linesOf(part, sheet.right - sheet.left))) {
      if (y > sheet.bottom) {
        paper.document.addPage()
        y = sheet.top + 10
      }
      paper.write(line, sheet.left, y, { color: colors.quiet })
      y += noteHeight
    }
    y += 5
  }
}
