import { formatNumber } from '@playhead/domain/format.ts'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'

/** Marks a value that causes far more of a metric than it is of the audience. */
export const TimesAudience = ({ times }: { times: number }) => {
  const text = formatNumber(times, times < 10 ? 1 : 0)
  return (
    <Tooltip content={`Causes ${text} times as much as its share of the viewers.`}>
      <button
        type="button"
        className="shrink-0 cursor-help rounded-full bg-bad-soft px-[7px] py-px text-xs font-semibold text-bad"
        aria-label={`${text} times its share of viewers`}
      >
        {text}×
      </button>
    </Tooltip>
  )
}
