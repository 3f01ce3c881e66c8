import { abbreviateNumber, formatFullDate } from '@playhead/domain/format.ts'
import { formatPrice } from '@playhead/domain/money.ts'
import { isMeter, type Meter, meters } from '@playhead/domain/usage.ts'
import type { UsageLineName } from '../contract.ts'

export { billingLoadError as loadError } from './load-error.ts'

/** What is a column of the table and a part of a bar: hosted and other views are one. */
export const shownMeters = [
  { id: 'delivered', label: 'Delivered', meters: ['delivered', 'delivered_bytes'] },
  { id: 'stored', label: 'Stored', meters: ['stored', 'stored_bytes'] },
  { id: 'encoded', label: 'Encoded', meters: ['encoded'] },
  { id: 'live', label: 'Live', meters: ['live'] },
  { id: 'views', label: 'Views', meters: ['views_hosted', 'views_other'] },
] as const satisfies readonly { id: string; label: string; meters: readonly Meter[] }[]

export type ShownMeter = (typeof shownMeters)[number]['id']

export const isShownMeter = (name: string | undefined): name is ShownMeter =>
  shownMeters.some(({ id }) => id === name)

/** Bytes have their cost in the column of their video, and their amount elsewhere. */
const isAmountOf = (line: UsageLineName) => !line.endsWith('_bytes')

/** Beside the meters: costs of the server, which have no quantity. */
export const sharedCosts = { id: 'shared', label: 'Shared costs' } as const

/** Of the lists of the API: a meter, or shared costs. */
export const lineName = (line: UsageLineName) =>
  isMeter(line) ? meters[line].label : sharedCosts.label

interface Amount {
  quantity: number
  costCents: number | null
}

export type AmountName = ShownMeter | (typeof sharedCosts)['id']

export type Amounts = Record<AmountName, Amount>

const lines: readonly { id: AmountName; meters: readonly UsageLineName[] }[] = [
  ...shownMeters,
  { id: sharedCosts.id, meters: ['shared_costs'] },
]

interface Row extends Amount {
  meter: UsageLineName
}

/** Adds up rows of the API by column. */
export const amountsOf = (rows: readonly Row[]): Amounts => {
  const sums = lines.map(({ id, meters: names }) => {
    const own = rows.filter(({ meter }) => names.includes(meter))
    const priced = own.filter(({ costCents }) => costCents !== null)
    return [
      id,
      {
        quantity: own.reduce((sum, row) => sum + (isAmountOf(row.meter) ? row.quantity : 0), 0),
        costCents:
          priced.length === 0
            ? null
            : priced.reduce((sum, { costCents }) => sum + (costCents ?? 0), 0),
      },
    ]
  })
  return Object.fromEntries(sums) as Amounts
}

/** Whether bytes cost something: their cost is in the column of their video. */
export const hasDataCosts = (rows: readonly Row[]) =>
  rows.some(({ meter, costCents }) => meter.endsWith('_bytes') && (costCents ?? 0) > 0)

export const hasShared = (rows: readonly Row[]) =>
  rows.some(({ meter }) => meter === 'shared_costs')

/** Someone who hosts no video has views alone, and would begin with bars of nothing. */
export const firstUsed = (rows: readonly Row[]): ShownMeter => {
  const amounts = amountsOf(rows)
  return shownMeters.find(({ id }) => amounts[id].quantity > 0)?.id ?? 'delivered'
}

export const costOf = (amounts: Amounts): number =>
  Object.values(amounts).reduce((sum, { costCents }) => sum + (costCents ?? 0), 0)

export const quantityText = (id: ShownMeter, quantity: number): string => {
  const number = abbreviateNumber(quantity)
  return id === 'views' ? number : `${number} min`
}

const utc = { timeZone: 'UTC' } as const
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', ...utc })
const shortMonthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', ...utc })
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...utc })

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

export const monthName = (month: string) => monthFormat.format(dateOf(month))
export const shortMonthName = (month: string) => shortMonthFormat.format(dateOf(month))
export const dayName = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const addMonths = (month: string, count: number) => {
  const date = dateOf(month)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1))
    .toISOString()
    .slice(0, 7)
}

export const thisMonth = () => new Date().toISOString().slice(0, 7)

/** Every day of a month. */
export const daysOf = (month: string) => {
  const end = dateOf(addMonths(month, 1)).getTime()
  const days: string[] = []
  for (let time = dateOf(month).getTime(); time < end; time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10))
  return days
}

/** Why what was used a moment ago is not there yet. */
export const countedText = (countedUntil: string | null) =>
  countedUntil === null
    ? 'Nothing is counted yet. Each hour is counted once it is over.'
    : `Counted until ${formatFullDate(countedUntil, utc)} UTC. Each hour is counted once it is over.`

/** As the API takes it. */
export const timeframeOf = (month: string) =>
  [month, addMonths(month, 1)].map((text) => String(dateOf(text).getTime() / 1000))

/** For a thousand minutes or views, or for one GB; micros are millionths of a cent for one. */
export const priceText = (meter: Meter, micros: number, currency: string) => {
  const units = meter.endsWith('_bytes') ? 1 : 1000
  return formatPrice((micros * units) / 1e6, currency)
}
