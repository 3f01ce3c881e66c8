import { CalendarDate } from '@playhead/ui/calendar/calendar-date.ts'
import type { SharedBy } from '@playhead/domain/usage.ts'
import { type SharedCostInput, sharedCostLimits } from '../../shared-costs-contract.ts'
import { thisMonth } from '../usage-texts.ts'
import type { SharedCost } from './use-shared-costs.ts'

/** As people enter them. */
export interface SharedCostValues {
  name: string
  /** Of the currency, such as 400.00. */
  amount: string
  sharedBy: SharedBy
  from: CalendarDate | null
  /** Null while it goes on. */
  until: CalendarDate | null
}

const amountShape = /^\d{1,9}(\.\d{1,2})?$/

const dateOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new CalendarDate(year, month, date)
}

export const newSharedCost = (): SharedCostValues => ({
  name: '',
  amount: '',
  sharedBy: 'delivered',
  from: dateOf(`${thisMonth()}-01`),
  until: null,
})

export const valuesOf = (cost: SharedCost): SharedCostValues => ({
  name: cost.name,
  amount: (cost.centsPerMonth / 100).toFixed(2),
  sharedBy: cost.sharedBy,
  from: dateOf(cost.validFrom),
  until: cost.validUntil === null ? null : dateOf(cost.validUntil),
})

const centsOf = (amount: string) => Math.round(Number(amount.trim()) * 100)

const amountError = (amount: string) =>
  !amountShape.test(amount.trim()) || centsOf(amount) === 0
    ? 'Enter an amount such as 400.00.'
    : undefined

const isOutside = (date: CalendarDate) =>
  date.toString() < sharedCostLimits.firstDay || date.toString() > sharedCostLimits.lastDay

export const errorsOf = ({ name, amount, from, until }: SharedCostValues) => ({
  name: name.trim() ? undefined : 'A name is required',
  amount: amountError(amount),
  from: !from || isOutside(from) ? 'Enter the first day.' : undefined,
  until:
    until && from && until.compare(from) < 0
      ? 'The last day must not be before the first.'
      : until && isOutside(until)
        ? 'Enter a day before the year 3000.'
        : undefined,
})

interface SharedCostFields {
  name: SharedCostInput['name']
  centsPerMonth: SharedCostInput['cents_per_month']
  sharedBy: SharedCostInput['shared_by']
  validFrom: SharedCostInput['valid_from']
  validUntil: SharedCostInput['valid_until']
}

/** As the API takes it. Call it with values without errors. */
export const fieldsOf = ({
  name,
  amount,
  sharedBy,
  from,
  until,
}: SharedCostValues): SharedCostFields => ({
  name: name.trim(),
  centsPerMonth: centsOf(amount),
  sharedBy,
  validFrom: from?.toString() ?? '',
  validUntil: until?.toString() ?? null,
})
