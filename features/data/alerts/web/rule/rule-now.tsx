import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import { Sparkline } from '@playhead/charts/lines/sparkline.tsx'
import { monitoring } from '@playhead/features/data/monitoring/contract'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { metricText, shownOf } from '../metric-text.ts'
import { filterTexts } from '../rule-words.ts'
import type { Backtest } from './use-backtest.ts'
import type { RuleValues } from './rule-values.ts'

const refreshMs = 30_000
const daySeconds = 86_400

const useNow = ({ metric, filters }: RuleValues) => {
  const { realtime } = useFlags()
  const answer = useQuery({
    ...query(
      monitoring.timeseries,
      { params: { metric }, query: { filters: filterTexts(filters) } },
      { quiet: true },
    ),
    enabled: realtime,
    refetchInterval: refreshMs,
  })
  return { ...answer, now: answer.data?.data.findLast(({ value }) => value !== null) }
}

/** While nothing is known of the metric now. */
const unknownText = ({ isLoading, isLoadingError }: ReturnType<typeof useNow>) => {
  if (isLoading) return 'Loading the metric now'
  return isLoadingError ? 'The metric now could not be loaded' : 'Nothing is measured now'
}

interface RuleNowProps {
  values: RuleValues
  backtest: Backtest | undefined
}

/** The metric now and in its last 24 hours, to find a value by. */
export const RuleNow = ({ values, backtest }: RuleNowProps) => {
  const { metric, area } = values
  const measured = useNow(values)
  const { now } = measured
  const from = (backtest?.endTime ?? 0) - daySeconds
  const day = (backtest?.points ?? [])
    .filter(({ time }) => time >= from)
    .map(({ metricValue }) => metricValue)
  const known = day.filter((value) => value !== null)
  const worst = area === 'above' ? Math.max(...known) : Math.min(...known)
  return (
    <div className="flex min-h-[40px] items-center gap-3 text-sm">
      {known.length > 1 && (
        <div className="w-[130px] shrink-0">
          <Sparkline
            label="The metric in the last 24 hours"
            values={day}
            format={(value) => metricText(metric, value)}
            baseline="zero"
          />
        </div>
      )}
      <p className="text-ink-2">
        {now ? (
          <>
            <strong className="font-medium text-ink">
              Now {metricText(metric, shownOf(metric, now.value))}
            </strong>{' '}
            with {formatNumber(now.concurrentViewers)}{' '}
            {now.concurrentViewers === 1 ? 'viewer' : 'viewers'}
          </>
        ) : (
          unknownText(measured)
        )}
        {known.length > 0 && (
          <span className="block">
            {area === 'above' ? 'Highest' : 'Lowest'} {metricText(metric, worst)} in 24 hours
          </span>
        )}
      </p>
    </div>
  )
}
