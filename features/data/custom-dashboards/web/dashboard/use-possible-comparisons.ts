import { useEffect, useMemo } from 'react'
import { type Range, retentionDaysOf } from '@playhead/question-kit/timeframe/timeframe.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { isComparisonPossible } from '../widget/comparison.ts'
import type { Contents } from './dashboard.ts'

/** The id makes it one message, however many components are affected. */
const removed = {
  id: 'comparison-unavailable',
  type: 'error',
  title: 'Comparison timeframe unavailable',
  description: 'Comparison timeframe exceeds the available retention period',
} as const

/** Components, with impossible comparisons removed. DASH-022 */
export const usePossibleComparisons = (
  contents: Contents,
  { startMs }: Pick<Range, 'startMs'>,
  now: number,
): Contents => {
  const { historicalMetrics, retentionDays: days } = useFlags()
  const retentionDays = retentionDaysOf({ historicalMetrics, retentionDays: days })
  const impossible = Object.entries(contents.widgets)
    .filter(
      ([, { comparisonTimeframe }]) =>
        comparisonTimeframe !== undefined &&
        !isComparisonPossible(comparisonTimeframe, { startMs }, { now, retentionDays }),
    )
    .map(([id]) => id)
    .join()
  useEffect(() => {
    if (impossible !== '') toasts.show(removed)
  }, [impossible])
  return useMemo(() => {
    const ids = new Set(impossible.split(','))
    const widgets = Object.entries(contents.widgets).map(([id, widget]) => {
      const { comparisonTimeframe: _, ...rest } = widget
      return [id, ids.has(id) ? rest : widget]
    })
    return { ...contents, widgets: Object.fromEntries(widgets) as Contents['widgets'] }
  }, [contents, impossible])
}
