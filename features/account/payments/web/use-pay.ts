import { useState } from 'react'
import type { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { handleCallError } from '@playhead/web-kit/errors/error-order.ts'
import { invalidate } from '@playhead/web-kit/queries/query.ts'
import { invoices } from '@playhead/features/account/invoices/contract'
import { payments } from '../contract.ts'

type Answer = CallResponse<typeof payments.retrieveLink>

const open = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.click()
}

/** Everything that shows what is owed, and what was tried. */
export const invalidateOwed = () =>
  invalidate(
    invoices.list,
    invoices.retrieve,
    invoices.outstanding,
    payments.listOfInvoice,
    payments.retrieveMethod,
  )

/** BILL-030: leaves for the page on which an invoice is paid. */
export const usePay = (id: string) => {
  const [isOpening, setOpening] = useState(false)
  const pay = async () => {
    setOpening(true)
    try {
      const { data } = (await callQuietly(payments.retrieveLink, { params: { id } })) as Answer
      // The button stays busy until the page is left.
      open(data.url)
    } catch (error) {
      setOpening(false)
      handleCallError(error as CallError, {})
      // It may have been paid elsewhere.
      void invalidateOwed()
    }
  }
  return { isOpening, pay }
}
