import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { payments, type PaymentStatus } from '../contract.ts'
import { invalidateOwed } from './use-pay.ts'
import { useIsCollected } from './use-payments.ts'

const askEveryMs = 2000
/** A provider notifies this server within seconds; what takes longer is shown by the next visit. */
const asksMax = 30

const isRunning = (status: PaymentStatus | undefined) =>
  status === 'started' || status === 'processing' || status === 'action_required'

/** What was tried to collect an invoice. After the payer has come back, it is asked for until it is known what became of it. */
export const useInvoicePayments = (id: string) => {
  const isCollected = useIsCollected()
  const isBack = useSearchValue('payment') === 'returned'
  const result = useQuery({
    ...query(payments.listOfInvoice, { params: { id } }, { quiet: true }),
    enabled: isCollected,
    refetchInterval: ({ state }) =>
      isBack && isRunning(state.data?.data[0]?.status) && state.dataUpdateCount < asksMax
        ? askEveryMs
        : false,
  })
  const newest = result.data?.data[0]
  const status = newest?.status
  useEffect(() => {
    if (isBack && status !== undefined && !isRunning(status)) void invalidateOwed()
  }, [isBack, status])
  return { result, newest, isBack }
}
