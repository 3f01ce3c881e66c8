import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { loadError } from './invoice-texts.ts'
import { invoiceColumns } from './invoices-table.tsx'
import { useOwed } from './use-invoices.ts'
import './invoices.css'

/** BILL-010: what an organization owed before a marketplace took over is not paid there. */
export const Part = () => {
  const path = usePath()
  const { pathname } = useLocation()
  const marketplace = useOrganization()?.marketplaceType
  const { outstanding } = useOwed()
  const unpaid = outstanding.data?.data.unpaid ?? []
  const isFailing = outstanding.isLoadingError
  // The page of invoices lists them all.
  if (!marketplace || pathname.endsWith('/invoices')) return null
  if (unpaid.length === 0 && !isFailing) return null
  return (
    <div className="invoices-attention">
      <Card
        isFlush
        isFailing={isFailing}
        title="Still to be paid here"
        description={`Issued before ${marketplace} took over your billing.`}
      >
        <DataTable
          label="Invoices to be paid here"
          columns={invoiceColumns((id) => path(`account/billing/invoices/${id}`))}
          rows={isFailing ? undefined : unpaid}
          rowKey={({ id }) => id}
          failure={
            isFailing
              ? { message: loadError, onRetry: () => void outstanding.refetch() }
              : undefined
          }
        />
      </Card>
    </div>
  )
}
