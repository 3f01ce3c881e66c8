import { ApiError } from '@playhead/contract-kit/errors.ts'
import { repeatedIn, TaxTableFile } from './tax-table.ts'

const shownIssues = 20

const refusal = (...messages: string[]) => new ApiError('invalid_parameters', { messages })

/** Tax rates as people write them; refuses what is wrong by its place. */
export const parseTaxTable = (text: string): TaxTableFile => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw refusal('The file is not JSON.')
  }
  const { data, error } = TaxTableFile.safeParse(given)
  if (!data)
    throw refusal(
      ...error.issues
        .slice(0, shownIssues)
        .map(({ path, message }) => `${path.map(String).join('.') || 'file'}: ${message}`),
    )
  const repeated = repeatedIn(data.rates)
  if (repeated.length > 0) throw refusal(`Two rates for: ${repeated.join(', ')}.`)
  return data
}
