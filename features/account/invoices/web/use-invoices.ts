import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { plans } from '@playhead/features/account/plans/contract'
import { query } from '@playhead/web-kit/queries/query.ts'
import { invoices } from '../contract.ts'

export const invoicesPageSize = 24

/** BILL-035: what was asked once is not asked again by opening the page again. */
const forever = { staleTime: Infinity, gcTime: Infinity } as const

/** Whether this server writes invoices; undefined until it is known. */
export const useMode = () => useQuery({ ...query(plans.list, {}, { quiet: true }), ...forever })

export const useInvoices = (page: number, isEnabled: boolean) =>
  useQuery({
    ...query(invoices.list, { query: { page, limit: invoicesPageSize } }, { quiet: true }),
    ...forever,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })

export type Invoice = NonNullable<ReturnType<typeof useInvoices>['data']>['data'][number]

export const useInvoice = (id: string) =>
  useQuery(query(invoices.retrieve, { params: { id } }, { quiet: true }))

export type InvoiceDetail = NonNullable<ReturnType<typeof useInvoice>['data']>['data']

export const useOutstanding = (isEnabled: boolean) =>
  useQuery({ ...query(invoices.outstanding, {}, { quiet: true }), enabled: isEnabled })

export type Outstanding = NonNullable<ReturnType<typeof useOutstanding>['data']>['data']
export type Balance = Outstanding['balances'][number]

/** What is owed, where this server writes invoices at all. */
export const useOwed = () => {
  const mode = useMode().data?.data.mode
  const hasInvoices = mode !== undefined && mode !== 'showback'
  return { hasInvoices, outstanding: useOutstanding(hasInvoices) }
}
