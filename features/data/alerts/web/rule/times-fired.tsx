import { useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { suggestionText } from './backtest-words.ts'
import type { RuleMetric } from './rule-values.ts'
import type { Backtest } from './use-backtest.ts'

type Suggestion = Backtest['suggestions'][number]

interface TimesFiredProps {
  metric: RuleMetric
  suggestions: readonly Suggestion[]
  /** What the rule itself did. */
  own: Suggestion
  /** Then `own` is not yet about the value that was typed. */
  isStale: boolean
}

/** The last one that was tested, so that the bars do not jump while a value is typed. */
const useTested = (own: Suggestion, isStale: boolean) => {
  const [tested, setTested] = useState(own)
  if (!isStale && (tested.value !== own.value || tested.fired !== own.fired)) setTested(own)
  return tested
}

/** How often each value would have fired, the highest value on top as in the chart beside it. */
export const TimesFired = ({ metric, suggestions, own, isStale }: TimesFiredProps) => {
  const tested = useTested(own, isStale)
  const bars = [...suggestions.filter(({ value }) => value !== tested.value), tested].toSorted(
    (one, other) => other.value - one.value,
  )
  const most = Math.max(...bars.map(({ fired }) => fired), 1)
  return (
    <section className="w-[110px] shrink-0 max-md:hidden" aria-label="Times fired">
      <p className="pb-2 text-xs text-ink-2" aria-hidden="true">
        Times fired
      </p>
      <ul className="flex flex-col gap-px">
        {bars.map((one, index) => {
          const isCurrent = one === tested
          const isNew = bars[index - 1]?.fired !== one.fired
          return (
            <li
              key={one.value}
              className="grid h-[13px] grid-cols-[minmax(0,1fr)_36px] items-center gap-1"
              aria-current={isCurrent || undefined}
            >
              <VisuallyHidden>{suggestionText(metric, one)}</VisuallyHidden>
              <span
                aria-hidden="true"
                className={`block h-1 rounded-sm ${isCurrent ? 'bg-ink' : 'bg-ink-4'}`}
                style={{ width: `max(2px, ${(one.fired / most) * 100}%)` }}
              />
              <span
                aria-hidden="true"
                className={`text-xs leading-[1] tabular-nums ${isCurrent ? 'font-semibold' : 'text-ink-3'}`}
              >
                {(isNew || isCurrent) && formatNumber(one.fired)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
