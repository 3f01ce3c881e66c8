import { abbreviateNumber } from '@playhead/domain/format.ts'
import { type Meter, meters } from '@playhead/domain/usage.ts'
import { priceText } from '../usage-texts.ts'

export interface Line {
  meter: Meter
  tier: string | null
  quality: string | null
  steps: readonly { upto: number | null; micros: number }[]
}

export const termOf = ({ meter, tier, quality }: Line) =>
  [meters[meter].label, ...[tier, quality].filter((part) => part !== null)].join(', ')

/** Each step has a line: the first counts from the beginning. */
export const stepTexts = ({ meter, steps }: Pick<Line, 'meter' | 'steps'>, currency: string) =>
  steps.map(({ micros }, index) => {
    const from = steps[index - 1]?.upto
    const price = priceText(meter, micros, currency)
    return from === undefined || from === null
      ? price
      : `${price} from ${abbreviateNumber(from)} on`
  })

/** What the price is for, as `priceText` writes it. */
export const unitText = (meter: Meter) => {
  const { unit } = meters[meter]
  return meter.endsWith('_bytes') ? `1 ${unit}` : `1,000 ${unit}`
}
