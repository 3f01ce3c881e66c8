import { Suspense } from 'react'
import { countryName } from '@playhead/domain/countries.ts'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceLines, InvoiceTotals } from './invoice-lines.tsx'
import { dayText, loadError, monthName, statusText } from './invoice-texts.ts'
import { invoiceCard, invoiceNotice, type InvoiceActionProps } from './slots.ts'
import { StatusBadge } from './status-badge.tsx'
import { type InvoiceDetail, useInvoice } from './use-invoices.ts'
import './invoices.css'

const filled = (texts: (string | null)[]) => texts.filter((text) => text !== null && text !== '')

const Party = ({ lines }: { lines: (string | null)[] }) => (
  <span className="invoices-party">
    {filled(lines).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

const Facts = ({ invoice }: { invoice: InvoiceDetail }) => {
  const { snapshot, issuedAt, dueAt, settledAt } = invoice
  if (!snapshot) return null
  const { seller, buyer } = snapshot
  const items = [
    { term: 'Issued', detail: dayText(issuedAt) },
    { term: 'Due', detail: dayText(dueAt) },
    ...(settledAt === null ? [] : [{ term: 'Settled', detail: dayText(settledAt) }]),
    {
      term: 'For',
      detail: (
        <Party
          lines={[
            buyer.name,
            buyer.address,
            buyer.address2,
            filled([buyer.zip, buyer.city]).join(' '),
            buyer.state,
            buyer.country && countryName(buyer.country),
            buyer.taxId && `Tax ID ${buyer.taxId}`,
          ]}
        />
      ),
    },
    {
      term: 'From',
      detail: (
        <Party
          lines={[
            seller.name,
            ...seller.address,
            seller.email,
            seller.taxId && `Tax ID ${seller.taxId}`,
          ]}
        />
      ),
    },
  ]
  return <DescriptionList items={items} />
}

const Notices = ({ invoice }: InvoiceActionProps) =>
  useSlot(invoiceNotice).map(({ order, Part }) => <Part key={order} invoice={invoice} />)

const Cards = ({ invoice }: InvoiceActionProps) =>
  useSlot(invoiceCard).map(({ order, Part }) => <Part key={order} invoice={invoice} />)

const Content = ({ invoice }: { invoice: InvoiceDetail }) => (
  <div className="invoices-columns">
    <Card isFlush title={invoice.number === null ? undefined : 'Lines'}>
      {invoice.lines.length === 0 ? (
        <p className="invoices-note">{statusText[invoice.status]}</p>
      ) : (
        <>
          <InvoiceLines invoice={invoice} />
          <InvoiceTotals invoice={invoice} />
        </>
      )}
    </Card>
    {invoice.snapshot && (
      <div className="invoices-aside">
        <Card>
          <Stack gap={3}>
            <p className="text-ink-2">{statusText[invoice.status]}</p>
            <Facts invoice={invoice} />
          </Stack>
        </Card>
        <Suspense fallback={null}>
          <Cards invoice={invoice} />
        </Suspense>
        {invoice.snapshot.notes.length > 0 && (
          <Card title="Notes">
            <Stack gap={2}>
              {invoice.snapshot.notes.map((note) => (
                <p key={note} className="invoices-words">
                  {note}
                </p>
              ))}
            </Stack>
          </Card>
        )}
      </div>
    )}
  </div>
)

/** BILL-012: any other failure is that of the page. */
const isMissing = (error: Error) => isCallError(error) && error.status === 404

/** One invoice: what it is for, whom it is from and for, and what can be done. */
export const Screen = () => {
  const path = usePath()
  const query = useInvoice(useParam('invoiceId') ?? '')
  const invoice = query.data?.data
  const title =
    invoice && (invoice.number === null ? monthName(invoice.month) : `Invoice ${invoice.number}`)
  return (
    <Stack gap={3}>
      <div className="invoices-top">
        <h2>
          <Link href={path('account/billing/invoices')}>Invoices</Link>
          {title !== undefined && ` / ${title}`}
        </h2>
        {invoice && (
          <>
            <StatusBadge status={invoice.status} />
            <span className="text-ink-2">
              {invoice.number !== null && `${monthName(invoice.month)}, days in UTC`}
            </span>
            <div className="invoices-end">
              <InvoiceActions invoice={invoice} />
            </div>
          </>
        )}
      </div>
      {query.isLoadingError ? (
        <FailedState
          message={isMissing(query.error) ? query.error.message : loadError}
          onRetry={() => void query.refetch()}
        />
      ) : invoice ? (
        <>
          <Suspense fallback={null}>
            <Notices invoice={invoice} />
          </Suspense>
          <Content invoice={invoice} />
        </>
      ) : (
        <Card>
          <SkeletonLines count={6} />
        </Card>
      )}
    </Stack>
  )
}
