import { meterNames, meters } from '@playhead/domain/usage.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { unitText } from './price-texts.ts'
import { amountError, type SimplePrices } from './simple-prices.ts'

interface SimplePriceFieldsProps {
  values: SimplePrices
  onChange: (values: SimplePrices) => void
}

/** A field for each meter; an empty one has no price. */
export const SimplePriceFields = ({ values, onChange }: SimplePriceFieldsProps) => (
  <div className="grid items-start gap-3 md:grid-cols-2">
    <TextField
      label="Currency"
      value={values.currency}
      onChange={(currency) => onChange({ ...values, currency })}
      maxLength={3}
      autoComplete="off"
    />
    <TextField
      label="Valid from"
      placeholder="2026-11"
      value={values.validFrom}
      onChange={(validFrom) => onChange({ ...values, validFrom })}
      maxLength={7}
      autoComplete="off"
    />
    {meterNames.map((meter, index) => {
      const amount = values.amounts[meter] ?? ''
      return (
        <TextField
          key={meter}
          label={`${meters[meter].label}, for ${unitText(meter)}`}
          placeholder="No price"
          inputMode="decimal"
          autoComplete="off"
          autoFocus={index === 0}
          value={amount}
          error={amountError(meter, amount)}
          onChange={(text) =>
            onChange({ ...values, amounts: { ...values.amounts, [meter]: text } })
          }
        />
      )
    })}
  </div>
)
