import { formatCents } from '@playhead/domain/money.ts'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { dayText, loadError, monthName, numberText } from './invoice-texts.ts'
import { StatusBadge } from './status-badge.tsx'
import { type Invoice, invoicesPageSize, type useInvoices } from './use-invoices.ts'

export const invoiceColumns = (hrefOf: (id: string) => string): Column<Invoice>[] => [
  {
    id: 'month',
    title: 'Month',
    isMain: true,
    render: ({ id, month }) => <Link href={hrefOf(id)}>{monthName(month)}</Link>,
  },
  { id: 'status', title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  { id: 'number', title: 'Number', render: numberText },
  { id: 'due', title: 'Due', render: ({ dueAt }) => dayText(dueAt) },
  {
    id: 'total',
    title: 'Total',
    align: 'end',
    render: ({ totalCents, currency }) => formatCents(totalCents, currency),
  },
  {
    id: 'owed',
    title: 'Owed',
    align: 'end',
    render: ({ balanceCents, totalCents, currency }) =>
      totalCents === null ? '–' : formatCents(balanceCents, currency),
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    render: (invoice) => <InvoiceActions invoice={invoice} />,
  },
]

interface InvoicesTableProps {
  query: ReturnType<typeof useInvoices>
  page: number
  hrefFor: (page: number) => string
}

export const InvoicesTable = ({ query, page, hrefFor }: InvoicesTableProps) => {
  const path = usePath()
  const marketplace = useOrganization()?.marketplaceType
  const totalCount = query.data?.totalRowCount ?? 0
  return (
    <DataTable
      label="Invoices"
      columns={invoiceColumns((id) => path(`account/billing/invoices/${id}`))}
      rows={query.data?.data}
      rowKey={({ id }) => id}
      skeletonRows={6}
      failure={
        query.isLoadingError
          ? { message: loadError, onRetry: () => void query.refetch() }
          : undefined
      }
      empty={
        <EmptyState title={marketplace ? 'No invoices' : 'No invoices yet'}>
          {marketplace
            ? `What ${marketplace} charges is not listed here.`
            : 'A month that costs something has an invoice. It is issued in the first days of the month after it.'}
        </EmptyState>
      }
      footer={
        totalCount > invoicesPageSize && (
          <Pagination
            page={page}
            pageSize={invoicesPageSize}
            totalCount={totalCount}
            hrefFor={hrefFor}
            label="Pages of invoices"
          />
        )
      }
    />
  )
}
