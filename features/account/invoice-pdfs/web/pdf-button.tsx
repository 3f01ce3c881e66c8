import type { InvoiceActionProps } from '@playhead/features/account/invoices/slots'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DownloadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { usePdf } from './use-pdf.ts'

/** BILL-029. An invoice that is not issued has no PDF. */
export const Part = ({ invoice: { id, number } }: InvoiceActionProps) => {
  const { isLoading, download } = usePdf(id)
  if (number === null) return null
  return (
    <Button
      kind="ghost"
      icon={<DownloadIcon size={14} />}
      isLoading={isLoading}
      onClick={() => void download()}
    >
      PDF<VisuallyHidden> of invoice {number}</VisuallyHidden>
    </Button>
  )
}
