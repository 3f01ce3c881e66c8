import { useState } from 'react'
import { type EngagementChoice, engagementChoices } from '@playhead/metrics/engagement-choices.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { comparisonOptions, isKept } from './comparison.ts'
import { choiceIds, dimensionsOf, type EngagementDimension } from './engagement-choice.ts'
import type { EngagementState } from './use-engagement.ts'

interface SelectProps {
  engagement: EngagementState
}

const metricOptions = choiceIds.map((value) => ({ value, label: engagementChoices[value].title }))

/** ENGA-006 */
export const MetricSelect = ({ engagement }: SelectProps) => (
  <Select<EngagementChoice>
    label="Metric"
    isLabelHidden
    value={engagement.metric}
    // Choosing a number also sorts by it.
    onChange={(metric) => engagement.choose({ metric, order: metric, direction: 'desc' })}
    options={metricOptions}
  />
)

/** ENGA-005 */
export const DimensionSelect = ({ engagement }: SelectProps) => (
  <Select<EngagementDimension>
    label="Dimension"
    isLabelHidden
    value={engagement.dimension}
    onChange={(dimension) => engagement.choose({ dimension })}
    options={dimensionsOf(engagement.state.resolved.isHistorical).map(({ id, title }) => ({
      value: id,
      label: title,
    }))}
  />
)

const none = 'none'

/** ENGA-012; ranges beyond retention are not offered. ENGA-013 */
export const ComparisonSelect = ({ engagement }: SelectProps) => {
  const { comparison, setComparison, state } = engagement
  const flags = useFlags()
  const [now] = useState(() => Date.now())
  return (
    <Select<string>
      label="Compare with"
      isLabelHidden
      value={comparison?.days ?? none}
      onChange={(value) => setComparison(value === none ? undefined : value)}
      options={[
        { value: none, label: 'No comparison' },
        ...comparisonOptions.map(({ value, label }) => ({
          value,
          label,
          isDisabled: !isKept(value, state.resolved, now, flags),
        })),
      ]}
    />
  )
}
