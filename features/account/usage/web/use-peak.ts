import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '@playhead/web-kit/queries/query.ts'
import { usage } from '../contract.ts'
import { peakOf } from './day-columns.ts'
import { linesOf } from './group-rows.ts'
import type { UsageQuery } from './use-usage.ts'

const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const daySeconds = 86_400

/** The title that made the dearest day what it was: at least half of its cost. */
export const usePeak = (days: UsageQuery, environmentId: string | undefined) => {
  const known = days.data
  const peak = useMemo(
    () => (known && known.currency !== null ? peakOf(known.data) : undefined),
    [known],
  )
  const start = peak ? secondsOf(peak.day) : 0
  const { data } = useQuery({
    ...query(
      usage.list,
      {
        query: {
          timeframe: [String(start), String(start + daySeconds)],
          groupBy: 'title',
          limit: 1,
          ...(environmentId !== undefined && { environment: environmentId }),
        },
      },
      { quiet: true },
    ),
    enabled: peak !== undefined,
  })
  return useMemo(() => {
    if (!peak || !data) return undefined
    const title = linesOf(data.data).find(({ name }) => name !== null && name !== '')
    return title && title.costCents * 2 >= peak.cents
      ? { day: peak.day, text: title.name ?? '' }
      : undefined
  }, [peak, data])
}
