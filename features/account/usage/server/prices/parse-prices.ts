import { ApiError } from '@playhead/contract-kit/errors.ts'
import { holesIn, PriceBookFile, repeatedIn } from './price-book.ts'

const shownIssues = 20

const refusal = (...messages: string[]) => new ApiError('invalid_parameters', { messages })

const entryAt = (given: unknown, path: readonly PropertyKey[]): unknown => {
  if (path[0] !== 'prices' || typeof path[1] !== 'number') return undefined
  if (typeof given !== 'object' || given === null || !('prices' in given)) return undefined
  return Array.isArray(given.prices) ? given.prices[path[1]] : undefined
}

const textsOf = (entry: unknown) =>
  typeof entry === 'object' && entry !== null
    ? ['meter', 'tier', 'quality'].flatMap((name) => {
        const value: unknown = Reflect.get(entry, name)
        return typeof value === 'string' ? [value.slice(0, 40)] : []
      })
    : []

/** Such as `delivered 2160p, prices.3.steps.0.micros`: whose price it is, and where it stands. */
const placeOf = (given: unknown, path: readonly PropertyKey[]) => {
  const owner = textsOf(entryAt(given, path)).join(' ')
  return [owner, path.map(String).join('.') || 'file'].filter(Boolean).join(', ')
}

/** Prices as people write them; refuses what is wrong by meter. */
export const parsePrices = (text: string): PriceBookFile => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw refusal('The file is not JSON.')
  }
  const { data, error } = PriceBookFile.safeParse(given)
  if (!data)
    throw refusal(
      ...error.issues
        .slice(0, shownIssues)
        .map(({ path, message }) => `${placeOf(given, path)}: ${message}`),
    )
  const repeated = repeatedIn(data.prices)
  if (repeated.length > 0) throw refusal(`Two prices for: ${repeated.join(', ')}.`)
  const holes = holesIn(data.prices)
  if (holes.length > 0) throw refusal(`No price for: ${holes.join(', ')}.`)
  return data
}
