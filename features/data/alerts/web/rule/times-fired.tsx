import { formatNumber } from '@playhead/domain/format.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { suggestionText } from './backtest-words.ts'
import type { Backtest } from './use-backtest.ts'

interface TimesFiredProps {
  metric: string
  value: number
  suggestions: Backtest['suggestions']
}

/** The bar of the rule: of the values that were tried, the nearest one. */
const nearestTo = (value: number, suggestions: Backtest['suggestions']) =>
  suggestions.reduce<number | undefined>(
    (best, one) =>
      best === undefined || Math.abs(one.value - value) < Math.abs(best - value) ? one.value : best,
    undefined,
  )

/** How often each value would have fired, the highest value on top as in the chart beside it. */
export const TimesFired = ({ metric, value, suggestions }: TimesFiredProps) => {
  const most = Math.max(...suggestions.map(({ fired }) => fired), 1)
  const current = nearestTo(value, suggestions)
  const bars = suggestions.toReversed()
  return (
    <section className="w-[110px] shrink-0 max-md:hidden" aria-label="Times fired">
      <p className="pb-2 text-xs text-ink-2" aria-hidden="true">
        Times fired
      </p>
      <ul className="flex flex-col gap-px">
        {bars.map((one, index) => {
          const isCurrent = one.value === current
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
