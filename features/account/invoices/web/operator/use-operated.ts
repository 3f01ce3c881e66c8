import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type InvoiceStatus, invoiceStatuses } from '@playhead/domain/invoicing/invoice-status.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { invoices } from '../../contract.ts'
import { invoicesPageSize } from '../use-invoices.ts'

const isStatus = (text: string | undefined): text is InvoiceStatus =>
  (invoiceStatuses as readonly (string | undefined)[]).includes(text)

/** Invoices of every organization, with the status that the address names. */
export const useOperated = () => {
  const asked = useSearchValue('status')
  const status = isStatus(asked) ? asked : undefined
  const pages = usePageParameter()
  const list = useQuery({
    ...query(
      invoices.operated,
      { query: { page: pages.page, limit: invoicesPageSize, ...(status && { status }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(pages, invoicesPageSize, list)
  return { ...pages, list, status }
}

export type OperatedInvoice = NonNullable<
  ReturnType<typeof useOperated>['list']['data']
>['data'][number]
