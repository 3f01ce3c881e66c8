import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { CopyLinkButton } from '@playhead/question-kit/question/copy-link-button.tsx'
import { useQuestion } from '@playhead/question-kit/question/use-question.ts'
import { TimeframePicker } from '@playhead/question-kit/timeframe/timeframe-picker.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { ErrorsTable } from './errors-table.tsx'
import { HistoricalNotice } from './historical-notice.tsx'
import { useErrors } from './use-errors.ts'

/** VIEW-018 */
const ConfigurationsLink = () => {
  const path = usePath()
  return (
    <AdminGuard>
      <LinkButton kind="ghost" href={path('settings/categorize-errors')}>
        Edit Error Configurations
      </LinkButton>
    </AdminGuard>
  )
}

/** VIEW-016 */
export const Screen = () => {
  const state = useQuestion()
  const errors = useErrors(state)
  return (
    <>
      <PageHeader title="Errors">
        <ConfigurationsLink />
        <CopyLinkButton />
        <TimeframePicker state={state} />
      </PageHeader>
      <Stack gap={3}>
        <FilterBar state={state} canFilterMetrics />
        <Card isFlush isFailing={errors.list.isError && !errors.list.data}>
          {state.resolved.isHistorical ? (
            <HistoricalNotice state={state} />
          ) : (
            <ErrorsTable state={state} errors={errors} />
          )}
        </Card>
      </Stack>
    </>
  )
}
