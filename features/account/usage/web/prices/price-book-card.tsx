import { meters } from '@playhead/domain/usage.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { monthName } from '../usage-texts.ts'
import { type Line, stepTexts, unitText } from './price-texts.ts'
import type { PriceBook, PricesQuery } from './use-prices.ts'
import '../usage.css'

const EditPricesDialog = lazyDialog('EditPricesDialog', () => import('./edit-prices-dialog.tsx'))

const isByQuality = ({ meter }: Line) => ['stored', 'encoded', 'live'].includes(meter)
const isByTier = (line: Line) => line.meter === 'delivered' || isByQuality(line)

/** A price without a tier is that of all of them, or of those that have none of their own. */
const whichText = (line: Line, lines: readonly Line[], name: 'tier' | 'quality') =>
  line[name] ??
  (lines.some((other) => other.meter === line.meter && other[name] !== null)
    ? 'Every other'
    : 'All')

const columnsOf = (currency: string, lines: readonly Line[]): Column<Line>[] => [
  { id: 'meter', title: 'Meter', isMain: true, render: ({ meter }) => meters[meter].label },
  {
    id: 'tier',
    title: 'Resolution',
    render: (line) => (isByTier(line) ? whichText(line, lines, 'tier') : '–'),
  },
  {
    id: 'quality',
    title: 'Quality',
    render: (line) => (isByQuality(line) ? whichText(line, lines, 'quality') : '–'),
  },
  {
    id: 'price',
    title: 'Price',
    align: 'end',
    render: (line) => (
      <span className="usage-steps">
        {stepTexts(line, currency).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    ),
  },
  { id: 'unit', title: 'For', align: 'end', render: ({ meter }) => unitText(meter) },
]

const descriptionOf = (book: PriceBook) =>
  `Version ${book.version}, valid from ${monthName(book.validFrom)} (UTC), in ${book.currency}`

/** A version of the prices, and the way to the next one. */
export const PriceBookCard = ({ query }: { query: PricesQuery }) => {
  const dialog = useToggle()
  const data = query.data?.data
  const book = data?.book
  return (
    <Card
      isFlush
      title="Prices"
      description={book && descriptionOf(book)}
      isFailing={query.isLoadingError}
      actions={
        data && (
          <Button kind="primary" onClick={dialog.open}>
            {book ? 'New version' : 'Enter prices'}
          </Button>
        )
      }
    >
      <DataTable
        label="Prices"
        columns={columnsOf(book?.currency ?? 'USD', book?.lines ?? [])}
        rows={data && (book?.lines ?? [])}
        rowKey={({ meter, tier, quality }) => [meter, tier, quality].join(' ')}
        skeletonRows={4}
        failure={
          query.isLoadingError
            ? { message: query.error.message, onRetry: () => void query.refetch() }
            : undefined
        }
        empty={
          <EmptyState title="No prices are entered">
            Organizations see what they use, and no money, until you enter what it costs.
          </EmptyState>
        }
      />
      {data && (
        <EditPricesDialog
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          book={data.book}
          newest={data.versions[0]?.version ?? null}
        />
      )}
    </Card>
  )
}
