import { Suspense } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useDownload } from '@playhead/web-kit/calls/download.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { invoices } from '../contract.ts'
import { invoiceAction, type InvoiceActionProps } from './slots.ts'

const CsvButton = ({ invoice: { id, number } }: InvoiceActionProps) => {
  const { isDownloading, start } = useDownload()
  return (
    <Button
      kind="ghost"
      icon={<DownloadIcon size={14} />}
      isLoading={isDownloading}
      onClick={() => void start(invoices.csv, { params: { id } })}
    >
      CSV<VisuallyHidden> of invoice {number}</VisuallyHidden>
    </Button>
  )
}

const OtherActions = ({ invoice }: InvoiceActionProps) =>
  useSlot(invoiceAction).map(({ order, Part }) => <Part key={order} invoice={invoice} />)

/** BILL-029. There is nothing to do with an invoice that is not issued. */
export const InvoiceActions = ({ invoice }: InvoiceActionProps) =>
  invoice.number === null ? null : (
    <span className="invoices-actions">
      <Suspense fallback={null}>
        <OtherActions invoice={invoice} />
      </Suspense>
      <CsvButton invoice={invoice} />
    </span>
  )
