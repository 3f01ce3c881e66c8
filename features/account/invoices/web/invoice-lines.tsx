import { stepText } from '@playhead/domain/invoicing/step-text.ts'
import { formatCents, formatExactPrice } from '@playhead/domain/money.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { monthName, priceText, quantityText } from './invoice-texts.ts'
import type { InvoiceDetail } from './use-invoices.ts'

type Line = InvoiceDetail['lines'][number]
type Step = NonNullable<Line['steps']>[number]

/** A line, or below it a step of its price. */
interface Row {
  line: Line
  step: Step | null
}

const rowsOf = ({ lines }: InvoiceDetail): Row[] =>
  lines.flatMap((line) => [
    { line, step: null },
    ...(line.steps ?? []).map((step) => ({ line, step })),
  ])

const aboutOf = ({ environmentName, month, kind }: Line, invoiceMonth: string) => {
  const earlier = kind === 'correction' || month !== invoiceMonth ? monthName(month) : undefined
  return [environmentName, earlier].filter((text) => text).join(', ')
}

const columnsOf = ({ currency, month }: InvoiceDetail): Column<Row>[] => [
  {
    id: 'description',
    title: 'Description',
    isMain: true,
    render: ({ line, step }) => {
      if (step) return <span className="invoices-step">{stepText(step, line.unit ?? '')}</span>
      const about = aboutOf(line, month)
      return (
        <span className="invoices-line">
          {line.description}
          {about !== '' && <small>{about}</small>}
        </span>
      )
    },
  },
  {
    id: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: ({ line: { unit, quantity }, step }) =>
      unit === null ? '' : `${quantityText(step?.quantity ?? quantity)} ${unit}`,
  },
  {
    id: 'included',
    title: 'Included',
    align: 'end',
    render: ({ line: { unit, included }, step }) =>
      unit === null || step ? '' : quantityText(included),
  },
  {
    id: 'price',
    title: 'Price',
    align: 'end',
    render: ({ line, step }) =>
      step ? formatExactPrice(step.unitMicros, currency) : priceText(line, currency),
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'end',
    render: ({ line, step }) => formatCents((step ?? line).amountCents, currency),
  },
]

export const InvoiceLines = ({ invoice }: { invoice: InvoiceDetail }) => (
  <DataTable
    label="Lines of the invoice"
    columns={columnsOf(invoice)}
    rows={rowsOf(invoice)}
    rowKey={({ line, step }) => `${line.position} ${step?.from ?? ''}`}
    isNested={({ step }) => step !== null}
  />
)

/** The sums below the lines. */
export const InvoiceTotals = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { currency, subtotalCents, totalCents, paidCents, balanceCents, snapshot } = invoice
  const rows: { term: string; cents: number | null; isStrong?: boolean }[] = [
    { term: 'Without tax', cents: subtotalCents },
    ...(snapshot?.taxes ?? []).map(({ name, percent, cents }) => ({
      term: `${name} ${quantityText(percent)} %`,
      cents,
    })),
    { term: 'Total', cents: totalCents, isStrong: true },
    ...(paidCents > 0 ? [{ term: 'Paid', cents: -paidCents }] : []),
    ...(balanceCents > 0 && paidCents > 0
      ? [{ term: 'Owed', cents: balanceCents, isStrong: true }]
      : []),
  ]
  return (
    <dl className="invoices-totals">
      {rows.map(({ term, cents, isStrong }) => (
        <div key={term} data-strong={isStrong || undefined}>
          <dt>{term}</dt>
          <dd>{formatCents(cents, currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
