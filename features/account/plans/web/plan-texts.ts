import { abbreviateNumber, formatDay } from '@playhead/domain/format.ts'
import { formatCents } from '@playhead/domain/money.ts'
import type { BillingFrequency, BillingMode } from '@playhead/domain/plans.ts'
import { isMeter, meters } from '@playhead/domain/usage.ts'
import type { Plan, Plans } from './use-plans.ts'

/** BILL-012 */
export { billingLoadError as loadError } from '@playhead/features/account/usage/web'

/** BILL-010 */
export const marketplaceText = (name: string) =>
  `Your billing is managed through ${name}. Please access their website for more information.`

/** BILL-011 */
export const legacyText =
  "Welp... you're on a legacy plan. Please contact us to transition to one of our new plans."

/** BILL-009 */
export const noSubscriptionText = 'There is no subscription yet.'

/** The plan that an organization has without one says only what it may use. */
export const untilThenText = (plan: string) =>
  `Until then your organization can use what the plan ${plan} allows, and nothing is charged.`

/** Version 1 is what a server begins with: without fees, because its operator sets them. Free charges nothing by its terms. */
export const isFeeSet = ({ version, fees, overage }: Pick<Plan, 'version' | 'fees' | 'overage'>) =>
  version > 1 || fees.month > 0 || fees.year > 0 || overage === 'none'

export const feeText = (
  { fees, currency }: Pick<Plan, 'fees' | 'currency'>,
  frequency: BillingFrequency,
) => (fees[frequency] === 0 ? 'No fee' : formatCents(fees[frequency], currency))

const counted = (count: number, thing: string) =>
  count < 0
    ? `Any number of ${thing}s`
    : `${abbreviateNumber(count)} ${thing}${count === 1 ? '' : 's'}`

const includedText = (name: string, amount: number) => {
  if (name === 'videos') return counted(amount, 'video')
  if (!isMeter(name)) return `${abbreviateNumber(amount)} ${name}`
  const { label, unit } = meters[name]
  return name.startsWith('views')
    ? `${abbreviateNumber(amount)} ${label.toLowerCase()} a month`
    : `${abbreviateNumber(amount)} ${label.toLowerCase()} ${unit}${unit.endsWith('a month') ? '' : ' a month'}`
}

const limit = (plan: Plan, name: string) => {
  const value = plan.features[name]
  return typeof value === 'number' ? value : undefined
}

const overageText = (plan: Plan) => {
  if (plan.overage === 'none') return 'No charge for usage'
  return Object.keys(plan.included).length === 0
    ? "Usage at the operator's prices"
    : "Further usage at the operator's prices"
}

export const hasFees = (plans: readonly Plan[]) =>
  plans.some(({ isSelfService, fees }) => isSelfService && (fees.month > 0 || fees.year > 0))

/** What a card lists: what is included first, then what the plan limits. In showback mode nothing is charged. */
export const factsOf = (plan: Plan, mode: BillingMode) => {
  const [environments, members, filters, days] = [
    'environmentLimit',
    'maxUsers',
    'maxFilters',
    'retentionDays',
  ].map((name) => limit(plan, name))
  return [
    ...Object.entries(plan.included).map(([name, amount]) => includedText(name, amount)),
    ...(mode === 'showback' ? [] : [overageText(plan)]),
    counted(environments ?? -1, 'environment'),
    counted(members ?? -1, 'member'),
    ...(filters === undefined ? [] : [counted(filters, 'filter')]),
    ...(days === undefined ? [] : [`${days} days of views`]),
    ...(plan.features['realtime'] === false ? ['No real-time data'] : []),
    ...(plan.features['customDashboards'] === false ? ['No custom dashboards'] : []),
  ]
}

/** The first of the plans without a fee of their own that allow the same as this one. */
export const sameAs = ({ plans, mode }: Plans, plan: Plan) => {
  const isWithoutFee = (one: Plan) => mode === 'showback' || !isFeeSet(one)
  const allowed = (one: Plan) => JSON.stringify([factsOf(one, mode), one.features])
  const first = plans.find((one) => isWithoutFee(one) && allowed(one) === allowed(plan))
  return !isWithoutFee(plan) || first?.id === plan.id ? undefined : first
}

/** What heads the plans: who chooses one, and what a fee means. */
export const introOf = ({ plans, mode }: Plans) => {
  if (mode === 'showback')
    return 'The operator of this server sets the plan of your organization. A plan says what you can use; nothing is charged.'
  return hasFees(plans)
    ? 'Fees are without tax. A plan that costs more begins at once, one that costs less with the next period.'
    : 'The operator of this server has set no fees. Plans differ in what you can use.'
}

/** One word for the button on the card and the one in the dialog that it opens. */
export const choiceText = ({ name }: Plan, isKept: boolean) =>
  `${isKept ? 'Keep' : 'Choose'} ${name}`

/** BILL-032: the present plan, chosen while another one waits for the next period. */
export const keepText = (plan: Plan, next: { name: string; from: string }) =>
  `${next.name} was to begin on ${formatDay(next.from, { timeZone: 'UTC' })}. That change is taken back: ${plan.name} goes on${isFeeSet(plan) ? ', and its fee stays the same' : ''}.`

interface Change {
  isAtOnce: boolean
  effectiveAt: string
  monthCents: number
  monthCentsBefore: number
  currency: string
}

/** Tax is known once the month is invoiced: it depends on who pays then. */
const netText = (change: Change, { fees }: Plan, frequency: BillingFrequency) =>
  fees[frequency] === 0 && change.monthCents === change.monthCentsBefore
    ? ''
    : ' Amounts are without tax.'

/** What a change costs now, in words. */
export const changeText = (change: Change, plan: Plan, frequency: BillingFrequency) => {
  const fee = feeText(plan, frequency)
  const then = !isFeeSet(plan)
    ? 'no fee is set'
    : fee === 'No fee'
      ? 'there is no fee'
      : `the fee is ${fee} a ${frequency}`
  if (!change.isAtOnce)
    return `${plan.name} begins on ${formatDay(change.effectiveAt, { timeZone: 'UTC' })}, when the paid period ends. Until then nothing changes; from then on ${then}.${netText(change, plan, frequency)}`
  const difference = change.monthCents - change.monthCentsBefore
  const amount = formatCents(Math.abs(difference), change.currency)
  const now =
    difference === 0
      ? 'The fees of this month stay the same'
      : `The fees of this month go ${difference > 0 ? 'up' : 'down'} by ${amount}`
  return `${plan.name} begins at once. ${now}; after that ${then}.${netText(change, plan, frequency)}`
}
