import { useMemo, useState } from 'react'
import { countryOptions } from '@playhead/domain/countries.ts'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { taxLimits } from '../../tax-contract.ts'
import { errorsOf, newTaxRate, placeKey, placeName, rateOf, valuesOf } from './tax-rate-values.ts'
import { useSaveRates } from './use-save-rates.ts'
import type { TaxRate, TaxTable } from './use-tax-table.ts'

interface TaxRateDialogProps {
  table: TaxTable
  /** Undefined for a new one. */
  rate: TaxRate | undefined
  onClose: () => void
}

/** A tax rate, entered or changed. */
export const TaxRateDialog = ({ table, rate, onClose }: TaxRateDialogProps) => {
  // What comes in while the dialog is open was not seen, and must not be overwritten.
  const [seen] = useState(table)
  const save = useSaveRates(seen)
  const others = (seen?.rates ?? []).filter((one) => !rate || placeKey(one) !== placeKey(rate))
  const countries = useMemo(() => countryOptions(), [])
  return (
    <FormDialog
      onClose={onClose}
      title={rate ? `Change the tax of ${placeName(rate)}` : 'Add a tax rate'}
      description="Applies to invoices that are issued from now on."
      maxWidth={520}
      initial={rate ? valuesOf(rate) : newTaxRate}
      validate={(values) => errorsOf(values, others)}
      submit={(values) => save([...others, rateOf(values)])}
      submitLabel={rate ? 'Save' : 'Add'}
      doneToast={rate ? 'Tax rate changed' : 'Tax rate added'}
    >
      {(form) => (
        <>
          <div className="grid items-start gap-3 md:grid-cols-2">
            <ComboBox
              {...form.field('country')}
              // Whether there is a rate already is said at the region.
              onChange={(country) => form.change({ country, region: form.values.region })}
              label="Country"
              options={countries}
              allowsCustomValue
            />
            <TextField
              {...form.field('region')}
              label="State or region"
              placeholder="All others"
              description="As buyers enter it. Empty for the rest of the country."
              maxLength={taxLimits.regionMax}
              autoComplete="off"
            />
            <TextField
              {...form.field('name')}
              label="Name on invoices"
              placeholder="VAT"
              maxLength={taxLimits.nameMax}
              autoComplete="off"
            />
            <TextField
              {...form.field('rate')}
              label="Rate in percent"
              placeholder="19"
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
          <Checkbox
            isChecked={form.values.isReverseCharge}
            onChange={(isReverseCharge) => form.set('isReverseCharge', isReverseCharge)}
            description="Buyers with a tax ID owe the tax themselves, and their invoice says so. Leave it off for your own country."
          >
            Reverse charge
          </Checkbox>
        </>
      )}
    </FormDialog>
  )
}
