import { useRef } from 'react'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import { type RuleValues, scaledClosing } from './rule-values.ts'

type Pair = Pick<RuleValues, 'value' | 'closeValue'>

/** Sets the value of the rule as a suggestion or the line of the chart does: the closing value moves with it. */
export const useMovedValue = ({ values, change }: Form<RuleValues>) => {
  const moved = useRef<{ from: Pair; to: Pair }>(undefined)
  return (value: string) => {
    const last = moved.current
    const isMovedOn = last?.to.value === values.value && last.to.closeValue === values.closeValue
    // A line that is dragged passes many values, which would add up the errors of rounding.
    const from = isMovedOn ? last.from : { value: values.value, closeValue: values.closeValue }
    const to = { value, closeValue: scaledClosing({ ...values, ...from }, value) }
    moved.current = { from, to }
    change(to)
  }
}
