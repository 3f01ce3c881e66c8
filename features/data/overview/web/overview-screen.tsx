import { IncidentsOfTheDay } from '@playhead/features/data/alerts/web'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useParam, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { GetStartedPanel } from './get-started-panel.tsx'
import { MetricTiles } from './metric-tiles.tsx'
import { TopErrorsCard } from './top-errors-card.tsx'
import { useDismissal } from './use-dismissal.ts'
import { useIntegration } from './use-integration.ts'
import { WorstCard } from './worst-card.tsx'

const GetStartedDrawer = lazyDialog('GetStartedDrawer', () => import('./get-started-drawer.tsx'))

/** METR-001, TIME-005 */
const weekBack = { fallback: '7:days' }

export const Screen = () => {
  const environmentId = useParam('environmentId') ?? ''
  const state = useQuestion(weekBack)
  const { isIntegrated, isProcessing } = useIntegration(environmentId)
  const { isDismissed, dismiss } = useDismissal(environmentId)
  const setup = useToggle(useSearchValue('setup') === 'open')
  const hasPanel = !isDismissed && isIntegrated !== undefined
  return (
    <>
      <PageHeader title="Data Overview">
        {/* METR-003: its button replaces the dismissed panel. */}
        {isIntegrated === false && isDismissed && (
          <Button kind="primary" onClick={setup.open}>
            Get started with Data
          </Button>
        )}
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics />
        {hasPanel && (
          <GetStartedPanel
            isIntegrated={isIntegrated}
            isProcessing={isProcessing}
            onStart={setup.open}
            onDismiss={dismiss}
          />
        )}
        <IncidentsOfTheDay range={state.resolved} />
        <MetricTiles state={state} />
        <div className="grid gap-3 lg:grid-cols-2">
          <TopErrorsCard state={state} />
          <WorstCard state={state} />
        </div>
      </Stack>
      <GetStartedDrawer
        isOpen={setup.isOpen}
        onClose={setup.close}
        isIntegrated={isIntegrated ?? false}
        isProcessing={isProcessing}
      />
    </>
  )
}
