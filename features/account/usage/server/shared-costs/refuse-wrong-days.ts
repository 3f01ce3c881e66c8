import { invalidField } from '@playhead/contract-kit/errors.ts'
import { dayText, type SharedCostInput, sharedCostLimits } from '../../shared-costs-contract.ts'

const isInRange = (day: string) =>
  day >= sharedCostLimits.firstDay && day <= sharedCostLimits.lastDay

/** The database has days that no calendar on a screen has, and a cost needs at least one. */
export const refuseWrongDays = ({ valid_from: from, valid_until: until }: SharedCostInput) => {
  if (!isInRange(from)) throw invalidField('valid_from', dayText)
  if (until === null) return
  if (!isInRange(until)) throw invalidField('valid_until', dayText)
  if (until < from) throw invalidField('valid_until', 'The last day must not be before the first.')
}
