import { useMemo } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Loading, Skeleton, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MetadataCard } from './metadata-card.tsx'
import { ReplaySection } from './replay/replay-section.tsx'
import { useView, type ViewDetail } from './use-views.ts'
import { ViewErrorCard } from './view-error-card.tsx'
import { viewFacts } from './view-facts.ts'
import { ViewHeader } from './view-header.tsx'
import { ViewSummary } from './view-summary.tsx'

const View = ({ view }: { view: ViewDetail }) => {
  useTitle(view.videoTitle || 'View')
  const facts = useMemo(() => viewFacts(view), [view])
  return (
    <>
      <ViewHeader view={view} />
      <Stack gap={3}>
        <ViewSummary facts={facts} />
        <ViewErrorCard view={view} />
        <ReplaySection view={view} />
        <MetadataCard view={view} />
      </Stack>
    </>
  )
}

const Waiting = () => (
  <Loading label="Loading the view">
    <div className="flex flex-col gap-3">
      <Skeleton width={60} height={14} />
      <Skeleton width={320} height={30} />
      <Skeleton width={260} height={14} />
      <Card>
        <div className="h-[180px]">
          <SkeletonLines count={5} />
        </div>
      </Card>
      <Card>
        <div className="h-[400px]">
          <Skeleton width={120} height={18} />
        </div>
      </Card>
    </div>
  </Loading>
)

const NotThere = () => {
  const path = usePath()
  return (
    <>
      <PageHeader title="View" breadcrumbs={[{ label: 'Views', href: path('views') }]} />
      <Card>
        <EmptyState
          title="There is no such view"
          action={<LinkButton href={path('views')}>Go to the views</LinkButton>}
        >
          It may belong to another environment, or be older than views are kept.
        </EmptyState>
      </Card>
    </>
  )
}

/** VIEW-007 */
export const Screen = () => {
  const path = usePath()
  const { data, error, isError, isFetching, refetch } = useView(useParam('viewId') ?? '')
  if (data) return <View view={data.data} />
  if (!isError) return <Waiting />
  if (isCallError(error) && error.status === 404) return <NotThere />
  return (
    <>
      <PageHeader title="View" breadcrumbs={[{ label: 'Views', href: path('views') }]} />
      <Card isFailing>
        <FailedState
          message={error.message}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    </>
  )
}
