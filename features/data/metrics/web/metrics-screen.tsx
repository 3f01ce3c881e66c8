import { useMemo } from 'react'
import { WhyDrawer } from '@playhead/features/data/why/web'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { usePreview } from '@playhead/question-kit/charts/use-preview.ts'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { MetricCard } from './metric-card.tsx'
import { MetricTabs } from './metric-tabs.tsx'
import { useMetricChoice } from './use-metric-choice.ts'

/** How a number is calculated. */
const ExplainDrawer = lazyDialog('ExplainDrawer', () => import('./explain-drawer.tsx'))

/** METR-007, METR-008 */
export const Screen = () => {
  const state = useQuestion()
  const choice = useMetricChoice(state.resolved)
  const why = useToggle()
  const explanation = useToggle()
  const { preview, look } = usePreview()
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
        <MetricCard
          state={state}
          choice={choice}
          preview={preview}
          onExplain={explanation.open}
          onWhy={why.open}
        />
        <MetricTabs asked={asked} state={state} choice={choice} onWhy={why.open} onLook={look} />
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
