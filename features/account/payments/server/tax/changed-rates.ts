import type { TaxRateEntry } from './tax-table.ts'

/** Of a table with thousands of rates, as many as a person reads. */
const shownMax = 100

const wordsOf = ({ country, region, rate, name, reverse_charge: isReversed }: TaxRateEntry) =>
  `${[country, region].filter(Boolean).join(' ')}: ${name} ${rate} %${isReversed ? ', reverse charge' : ''}`

/** What a version brought and took away; a rate that changed is in both. */
export const changedRates = (
  before: readonly TaxRateEntry[],
  after: readonly TaxRateEntry[],
): { added: string[]; removed: string[] } => {
  const [old, fresh] = [before.map(wordsOf), after.map(wordsOf)]
  const without = (words: string[], others: string[]) => {
    const known = new Set(others)
    return words.filter((word) => !known.has(word)).slice(0, shownMax)
  }
  return { added: without(fresh, old), removed: without(old, fresh) }
}
