import { isMeter, type Meter, meterNames } from '@playhead/domain/usage.ts'
import { thisMonth } from '../usage-texts.ts'

/** One price for each meter, as people write it: of the currency, for 1,000 units or 1 GB. */
export interface SimplePrices {
  currency: string
  validFrom: string
  amounts: Readonly<Partial<Record<Meter, string>>>
}

const amountShape = /^\d{1,9}(\.\d{1,8})?$/
/** Of one of a currency, in millionths of a cent. */
const microsOfOne = 1e8

const unitsOf = (meter: Meter) => (meter.endsWith('_bytes') ? 1 : 1_000)

const amountOf = (meter: Meter, micros: number) =>
  ((micros * unitsOf(meter)) / microsOfOne).toFixed(8).replace(/\.?0+$/, '')

const microsOf = (meter: Meter, amount: string) =>
  Math.round((Number(amount) * microsOfOne) / unitsOf(meter))

export const noPrices = (): SimplePrices => ({
  currency: 'USD',
  validFrom: thisMonth(),
  amounts: {},
})

export const hasPrices = ({ amounts }: SimplePrices) =>
  Object.values(amounts).some((amount) => amount.trim() !== '')

/** Why an amount is none; undefined for a good one and for none. */
export const amountError = (meter: Meter, amount: string) => {
  const text = amount.trim()
  if (text === '') return undefined
  if (!amountShape.test(text)) return 'Enter an amount such as 0.06.'
  // Nothing is rounded away without a word.
  return amountOf(meter, microsOf(meter, text)) ===
    amountOf(meter, (Number(text) * microsOfOne) / unitsOf(meter))
    ? undefined
    : 'Enter at most five decimals.'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: object, names: readonly string[]) =>
  Object.keys(value).every((name) => names.includes(name))

/** The only step of a price for all resolutions and qualities. */
const microsIn = (entry: Record<string, unknown>) => {
  if (!hasOnly(entry, ['meter', 'steps']) || !Array.isArray(entry['steps'])) return undefined
  const [step, ...more] = entry['steps'] as unknown[]
  if (more.length > 0 || !isObject(step) || !hasOnly(step, ['micros'])) return undefined
  const { micros } = step
  return Number.isSafeInteger(micros) ? (micros as number) : undefined
}

/** Undefined for prices with steps, by resolution or by quality, and for what is no file of prices. */
export const readSimplePrices = (text: string): SimplePrices | undefined => {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(file) || !Array.isArray(file['prices'])) return undefined
  if (!hasOnly(file, ['currency', 'valid_from', 'prices'])) return undefined
  const { currency = 'USD', valid_from: validFrom = thisMonth() } = file
  if (typeof currency !== 'string' || typeof validFrom !== 'string') return undefined
  const amounts: Partial<Record<Meter, string>> = {}
  for (const entry of file['prices'] as unknown[]) {
    const meter = isObject(entry) ? String(entry['meter']) : ''
    const micros = isObject(entry) ? microsIn(entry) : undefined
    if (!isMeter(meter) || micros === undefined || amounts[meter] !== undefined) return undefined
    amounts[meter] = amountOf(meter, micros)
  }
  return { currency, validFrom, amounts }
}

/** As `prices import` reads it. */
export const writeSimplePrices = ({ currency, validFrom, amounts }: SimplePrices) => {
  const lines = meterNames.flatMap((meter) => {
    const amount = amounts[meter]?.trim()
    return amount
      ? [`    ${JSON.stringify({ meter, steps: [{ micros: microsOf(meter, amount) }] })}`]
      : []
  })
  return `{
  "currency": ${JSON.stringify(currency.trim().toUpperCase())},
  "valid_from": ${JSON.stringify(validFrom.trim())},
  "prices": [
${lines.join(',\n')}
  ]
}
`
}
