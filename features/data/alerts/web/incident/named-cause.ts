import type { ChangePart } from '@playhead/features/data/why/web'
import { dimensionValueText } from '../rule-words.ts'

/** A shorter value, such as a country code, is found in many words. */
const lengthMin = 3

const isNamed = (text: string, name: string) => {
  const at = text.indexOf(name)
  const around = [text[at - 1], text[at + name.length]]
  return at >= 0 && around.every((one) => one === undefined || !/[\p{L}\p{N}]/u.test(one))
}

/** The values of a cause that a text names, as words of their own. */
export const namedCause = (text: string, cause: readonly ChangePart[]): string[] => {
  const lower = text.toLowerCase()
  return cause.flatMap(({ dimension, value }) => {
    if (value === null || value === '') return []
    const shown = dimensionValueText(dimension, value)
    const names = [...new Set([shown, value])].filter(({ length }) => length >= lengthMin)
    return names.some((name) => isNamed(lower, name.toLowerCase())) ? [shown] : []
  })
}
