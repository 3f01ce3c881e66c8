import { dayText, periodText } from '../invoice-texts.ts'
import type { PrintedInvoice } from '../printed-invoice.ts'
import { colors, type Paper, sheet, type Style } from './paper.ts'

const lineHeight = 13
const quiet: Style = { color: colors.quiet }
const columns = { seller: sheet.left, buyer: 218, facts: 400 } as const
const partyWidth = 150

interface Party {
  name: string
  address: string[]
  email: string | null
  taxId: string | null
}

const linesOfParty = (paper: Paper, { name, address, email, taxId }: Party) => {
  const others = [...address, ...(email ? [email] : []), ...(taxId ? [`Tax ID ${taxId}`] : [])]
  const named = paper.linesOf(name, partyWidth, { weight: 600 })
  return [
    ...named.map((text) => ({ text, style: { weight: 600 } as Style })),
    ...others
      .flatMap((line) => paper.linesOf(line, partyWidth))
      .map((text) => ({ text, style: {} as Style })),
  ]
}

const writeColumn = (
  paper: Paper,
  {
    label,
    lines,
    x,
    y,
  }: { label: string; lines: { text: string; style: Style }[]; x: number; y: number },
) => {
  paper.write(label, x, y, quiet)
  lines.forEach(({ text, style }, index) =>
    paper.write(text, x, y + (index + 1) * lineHeight + 2, style),
  )
  return y + (lines.length + 1) * lineHeight
}

/** Whom the invoice is from and for, and its number and days. Returns where it ends. */
export const writeTop = (paper: Paper, invoice: PrintedInvoice) => {
  const titleY = sheet.top + 16
  paper.write('Invoice', sheet.left, titleY, { size: 20, weight: 600 })
  paper.write(`Number ${invoice.number}`, sheet.right, titleY, {
    size: 11,
    align: 'end',
    color: colors.quiet,
  })
  const y = titleY + 36
  const facts = [
    { label: 'Issued', value: dayText(invoice.issuedAt) },
    { label: 'Due', value: dayText(invoice.dueAt) },
    { label: 'Currency', value: invoice.currency },
  ]
  facts.forEach(({ label, value }, index) => {
    paper.write(label, columns.facts, y + index * (lineHeight + 2), quiet)
    paper.write(value, sheet.right, y + index * (lineHeight + 2), { align: 'end' })
  })
  const ends = [
    writeColumn(paper, {
      label: 'From',
      lines: linesOfParty(paper, invoice.seller),
      x: columns.seller,
      y,
    }),
    writeColumn(paper, {
      label: 'For',
      lines: linesOfParty(paper, invoice.buyer),
      x: columns.buyer,
      y,
    }),
    y + facts.length * (lineHeight + 2),
  ]
  const periodY = Math.max(...ends) + 22
  paper.write(`${periodText(invoice.period)}, days in UTC`, sheet.left, periodY, { weight: 600 })
  return periodY + 12
}
