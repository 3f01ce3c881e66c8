import { notePercent } from './cap-texts.ts'

interface Expected {
  cents: number
  spentCents: number
  /** Of usage alone, until the end of the month. */
  highCents: number
  /** The days that are left. */
  days: readonly { day: string; highCents: number }[]
}

/** The first day on which the mail may be due, if the rest of the month costs as much as it well can; undefined for none. */
export const mailDay = ({ cents, spentCents, highCents, days }: Expected): string | undefined => {
  const all = days.reduce((sum, { highCents: high }) => sum + high, 0)
  let expected = spentCents
  return days.find(({ highCents: high }) => {
    // Days scatter more than their sum, so each has its part of the sum.
    expected += all === 0 ? 0 : (high / all) * (highCents - spentCents)
    return expected * 100 >= cents * notePercent
  })?.day
}
