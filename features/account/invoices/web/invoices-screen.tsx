import { BillingTop } from '@playhead/features/account/usage/web'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { Balances } from './balances.tsx'
import { loadError } from './invoice-texts.ts'
import { InvoicesTable } from './invoices-table.tsx'
import { invoicesPageSize, useInvoices, useMode, useOwed } from './use-invoices.ts'
import './invoices.css'

const Body = () => {
  const { hasInvoices, outstanding } = useOwed()
  const pages = usePageParameter()
  const list = useInvoices(pages.page, hasInvoices)
  useExistingPage(pages, invoicesPageSize, list)
  return (
    <Stack gap={3}>
      <Card title="Balance" isFailing={outstanding.isLoadingError}>
        <Balances outstanding={outstanding} />
      </Card>
      <Card isFlush isFailing={list.isLoadingError}>
        <InvoicesTable query={list} {...pages} />
      </Card>
    </Stack>
  )
}

/** BILL-007, BILL-029 */
export const Screen = () => {
  const mode = useMode()
  return (
    <>
      <BillingTop />
      {mode.isLoadingError ? (
        <FailedState message={loadError} onRetry={() => void mode.refetch()} />
      ) : mode.data?.data.mode === 'showback' ? (
        <EmptyState title="This server writes no invoices">
          Usage and its cost are shown, but nothing is charged.
        </EmptyState>
      ) : (
        <Body />
      )}
    </>
  )
}
