import { useState } from 'react'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { placeKey, placeName } from './tax-rate-values.ts'
import { useSaveRates } from './use-save-rates.ts'
import type { TaxRate, TaxTable } from './use-tax-table.ts'

interface RemoveTaxRateDialogProps {
  table: TaxTable
  rate: TaxRate
  onClose: () => void
}

export const RemoveTaxRateDialog = ({ table, rate, onClose }: RemoveTaxRateDialogProps) => {
  const [seen] = useState(table)
  const save = useSaveRates(seen)
  const others = (seen?.rates ?? []).filter((one) => placeKey(one) !== placeKey(rate))
  const rest =
    rate.region === null
      ? undefined
      : others.find(({ country, region }) => country === rate.country && region === null)
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => save(others)}
      title={`Delete the tax of ${placeName(rate)}?`}
      confirmLabel="Delete tax rate"
      doneToast="Tax rate deleted"
    >
      {rest
        ? `Buyers there then have the rate of the rest of ${placeName(rest)}. `
        : 'Invoices to buyers there then have no tax. '}
      Issued invoices keep their tax.
    </ConfirmDialog>
  )
}
