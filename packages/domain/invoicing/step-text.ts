import { formatNumber } from '../format.ts'

interface Step {
  /** Units that come before it. */
  from: number
  /** Null for the last step. */
  upto: number | null
}

/** Which units a step of a price is for, such as "First 100,000 minutes". */
export const stepText = ({ from, upto }: Step, unit: string) => {
  if (upto === null) return `Above ${formatNumber(from)} ${unit}`
  return `${from === 0 ? 'First' : 'Next'} ${formatNumber(upto - from)} ${unit}`
}
