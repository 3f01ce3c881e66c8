import { useState } from 'react'
import {
  invoiceStatuses,
  invoiceStatusLabels,
  isUnpaid,
} from '@playhead/domain/invoicing/invoice-status.ts'
import { formatCents } from '@playhead/domain/money.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { dayText, monthName, numberText } from '../invoice-texts.ts'
import { StatusBadge } from '../status-badge.tsx'
import { invoicesPageSize } from '../use-invoices.ts'
import type { Settlement } from './settle-dialog.tsx'
import { type OperatedInvoice, useOperated } from './use-operated.ts'
import '../invoices.css'

const SettleDialog = lazyDialog('SettleDialog', () => import('./settle-dialog.tsx'))

interface Settled {
  invoice: OperatedInvoice
  settlement: Settlement
}

const columnsOf = (settle: (settled: Settled) => void): Column<OperatedInvoice>[] => [
  {
    id: 'organization',
    title: 'Organization',
    isMain: true,
    render: ({ organizationName, note }) => (
      <span className="invoices-line">
        {organizationName}
        {note !== null && <small>{note}</small>}
      </span>
    ),
  },
  { id: 'month', title: 'Month', render: ({ month }) => monthName(month) },
  { id: 'number', title: 'Number', render: numberText },
  { id: 'status', title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
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
    render: (invoice) =>
      isUnpaid(invoice.status) && (
        <span className="invoices-actions">
          <Button
            size="sm"
            kind="ghost"
            aria-label={`Mark invoice ${invoice.number} as paid`}
            onClick={() => settle({ invoice, settlement: 'paid' })}
          >
            Mark as paid
          </Button>
          <Button
            size="sm"
            kind="ghost"
            aria-label={`Waive invoice ${invoice.number}`}
            onClick={() => settle({ invoice, settlement: 'waived' })}
          >
            Waive
          </Button>
        </span>
      ),
  },
]

const any = 'any'
const statusOptions = [
  { value: any, label: 'Any status' },
  ...invoiceStatuses.map((value) => ({ value, label: invoiceStatusLabels[value] })),
]

/** In showback mode there are none, not even an empty list. */
const isWithoutInvoices = (error: Error | null) => isCallError(error) && error.status === 404

/** What every organization owes, and the way to note a transfer or to waive it. */
export const Screen = () => {
  const { list, page, hrefFor, status } = useOperated()
  const setSearch = useSetSearch()
  const [settled, setSettled] = useState<Settled>()
  const totalCount = list.data?.totalRowCount ?? 0
  if (isWithoutInvoices(list.error))
    return (
      <Card title="Invoices">
        <EmptyState title="This server writes no invoices">
          Start it with PLAYHEAD_BILLING=invoice or stripe to charge organizations.
        </EmptyState>
      </Card>
    )
  return (
    <Card
      isFlush
      title="Invoices"
      description="Of all organizations, the newest first. Months and days are in UTC."
      isFailing={list.isLoadingError}
      actions={
        <Select
          label="Status"
          isLabelHidden
          value={status ?? any}
          options={statusOptions}
          onChange={(value) =>
            setSearch({ status: value === any ? undefined : value, page: undefined })
          }
        />
      }
    >
      <DataTable
        label="Invoices"
        columns={columnsOf(setSettled)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        skeletonRows={6}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={
          <EmptyState
            title={status ? `No invoice is “${invoiceStatusLabels[status]}”` : 'No invoices yet'}
          >
            Each organization with a plan has an invoice for each month, issued on the 2nd of the
            month after it.
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
      {settled && <SettleDialog {...settled} onClose={() => setSettled(undefined)} />}
    </Card>
  )
}
