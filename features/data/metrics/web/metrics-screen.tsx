import { useMemo } from 'react'
import {
  CopyLinkButton,
  FilterBar,
  TimeframePicker,
  useQuestion,
} from '@playhead/features/data/filters/web'
import { ExplainDrawer, WhyDrawer } from '@playhead/features/data/why/web'
import { useToggle } from '@playhead/ui/toggle.ts'
import { PageHeader } from '@playhead/ui/page-header.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { MetricCard } from './metric-card.tsx'
import { MetricTabs } from './metric-tabs.tsx'
import { useMetricChoice } from './use-metric-choice.ts'

/** METR-007, METR-008 */
export const Screen = () => {
  const state = useQuestion()
  const choice = useMetricChoice(state.resolved)
  const why = useToggle()
  const explanation = useToggle()
  const { metric, measurement, dimension, query, order, direction } = choice
  const asked = useMemo(
    () => ({ metric, measurement, dimension, query, order, direction }),
    [metric, measurement, dimension, query, order, direction],
  )
  return (
    <>
      <PageHeader title="Metrics">
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics />
        <MetricCard state={state} choice={choice} onExplain={explanation.open} onWhy={why.open} />
        <MetricTabs asked={asked} state={state} choice={choice} onWhy={why.open} />
      </Stack>
      <WhyDrawer
        isOpen={why.isOpen}
        onClose={why.close}
        metric={metric}
        measurement={measurement}
        state={state}
      />
      <ExplainDrawer
        isOpen={explanation.isOpen}
        onClose={explanation.close}
        metric={metric}
        measurement={measurement}
        state={state}
      />
    </>
  )
}
