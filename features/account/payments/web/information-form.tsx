import { useMemo } from 'react'
import { countryOptions } from '@playhead/domain/countries.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { addressLimits } from '../billing-address.ts'
import { payments } from '../contract.ts'
import { errorsOf, informationOf, inputOf, valuesOf } from './information-values.ts'
import type { Information } from './use-payments.ts'

const { lineMax, zipMax, taxIdMax, urlMax } = addressLimits

/** BILL-018, BILL-023 */
export const InformationForm = ({ information }: { information: Information | null }) => {
  const update = useCall(payments.updateInformation, {
    invalidates: [payments.retrieveInformation],
    quiet: true,
  })
  const form = useForm({
    initial: valuesOf(information),
    validate: errorsOf,
    submit: (values) =>
      update.mutateAsync({ body: { billingInformation: inputOf(informationOf(values)) } }),
    onDone: ({ data }) => {
      form.reset(valuesOf(data))
      toasts.show({ type: 'success', title: 'Billing information saved' })
    },
  })
  const countries = useMemo(() => countryOptions(), [])
  const text = (name: Exclude<keyof typeof form.values, 'billingCountry'>) => ({
    ...form.field(name),
    maxLength: lineMax,
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <TextField
          {...text('billingName')}
          label="Company or name"
          autoComplete="billing organization"
        />
        <TextField
          {...text('billingAddress')}
          label="Address"
          autoComplete="billing address-line1"
        />
        <TextField
          {...text('billingAddress2')}
          label="Address, second line"
          autoComplete="billing address-line2"
        />
        <div className="payments-pair">
          <TextField
            {...text('billingZip')}
            label="ZIP or postal code"
            autoComplete="billing postal-code"
            maxLength={zipMax}
          />
          <TextField {...text('billingCity')} label="City" autoComplete="billing address-level2" />
          <TextField
            {...text('billingState')}
            label="State or region"
            autoComplete="billing address-level1"
          />
          <ComboBox
            {...form.field('billingCountry')}
            label="Country"
            options={countries}
            allowsCustomValue
          />
        </div>
        <div className="payments-pair">
          <TextField
            {...text('billingEmail')}
            label="Email"
            type="email"
            autoComplete="billing email"
            description="Invoices go there. Without it, they go to the admins."
          />
          <TextField
            {...text('taxId')}
            label="Tax ID"
            autoComplete="off"
            maxLength={taxIdMax}
            description="Such as a VAT number."
          />
        </div>
        <TextField
          {...text('billingUrl')}
          label="Website"
          type="url"
          placeholder="https://"
          autoComplete="billing url"
          maxLength={urlMax}
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  )
}
