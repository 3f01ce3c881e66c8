import { useMemo } from 'react'
import type { ChartMarker } from '@playhead/charts/chart-data.ts'
import type { ChartAnnotations } from '@playhead/question-kit/charts/metric-chart.tsx'
import { useAnnotationDialogs } from './use-annotation-dialogs.tsx'
import { useAnnotations, useAnnotationsShown } from './use-annotations.ts'

const none: readonly ChartMarker[] = []

/** The annotations of a timeframe, in the form that charts take. METR-019 */
export const useChartAnnotations = (timeframe: string[]): ChartAnnotations => {
  const { isShown } = useAnnotationsShown()
  const { list } = useAnnotations(timeframe, { isEnabled: isShown })
  const markers = useMemo(
    () => (isShown ? list.map(({ id, time, note }) => ({ id, time, label: note })) : none),
    [isShown, list],
  )
  return { markers, ...useAnnotationDialogs(list) }
}
