import { useState } from 'react'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useNewestStep } from './data/freshness.ts'
import { cardTitles, formatValue, type MonitoringMetricId } from './data/metric-values.ts'
import { clockText } from './time/clock-text.ts'

export type NewestValues = ReadonlyMap<MonitoringMetricId, number | null | undefined>

const sentence = (values: NewestValues, newest: number) => {
  const known = [...values].flatMap(([metric, value]) =>
    typeof value === 'number' ? [`${cardTitles[metric]} ${formatValue(metric, value)}`] : [],
  )
  return known.length > 0 ? `${clockText(newest)}: ${known.join(', ')}.` : ''
}

interface SpokenSummaryProps {
  values: () => NewestValues
}

/** One sentence a minute for screen readers, which would not end reading every step. */
export const SpokenSummary = ({ values }: SpokenSummaryProps) => {
  const newest = useNewestStep()
  const minute = Math.floor(newest / 60)
  const [said, setSaid] = useState({ minute, text: '' })
  if (said.minute !== minute) setSaid({ minute, text: sentence(values(), newest) })
  return (
    <output aria-live="polite">
      <VisuallyHidden>{said.text}</VisuallyHidden>
    </output>
  )
}
