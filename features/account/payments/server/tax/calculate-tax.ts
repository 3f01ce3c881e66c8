import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type tax, taxLimits } from '../../tax-contract.ts'
import { taxFor } from './tax-for.ts'

type Given = Parameters<Handlers<typeof tax>['calculate']>[0]['body']

/** Line items count instead of the amount; what is discounted is not taxed. */
const taxableOf = ({ amount, shipping, line_items: items }: Given) => {
  const sum = items.reduce(
    (total, item) =>
      total + BigInt(item.unit_price) * BigInt(item.quantity) - BigInt(item.discount),
    0n,
  )
  return (items.length > 0 ? sum : BigInt(amount)) + BigInt(shipping)
}

/** BILL-033, BILL-034 */
export const calculateTax: Handlers<typeof tax>['calculate'] = async ({ organization, body }) => {
  const taxable = taxableOf(body)
  if (taxable > taxLimits.centsMax || taxable < -taxLimits.centsMax)
    throw invalidField('amount', 'The amount is too large.')
  const owed = await taxFor(organization, taxable, {
    country: body.to_country,
    region: body.to_state,
  })
  if (!owed) throw new ApiError('invalid_parameters', { messages: ['Unable to calculate tax'] })
  return {
    data: {
      name: owed.name,
      rate: owed.percent,
      is_reverse_charge: owed.is_reverse_charge,
      taxable_cents: Number(taxable),
      tax_cents: Number(owed.cents),
      total_cents: Number(taxable + owed.cents),
    },
  }
}
