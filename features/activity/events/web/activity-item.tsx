import type { ReactNode } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { BreakableName } from '@playhead/ui/layout/breakable-name.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'

interface Item {
  type: string
}

interface ActivityItemProps<Found extends Item> {
  /** What the item is called while nothing is known of it, such as Event. */
  name: string
  list: { address: 'activity/events' | 'activity/logs'; label: string; kept: string }
  found: {
    data: { data: Found } | undefined
    error: Error | null
    isLoadingError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  meta?: (item: Found) => ReactNode
  children: (item: Found) => ReactNode
}

/** The page of one event or call: found, not found, failed or loading. ACTV-002 */
export const ActivityItem = <Found extends Item>({
  name,
  list,
  found,
  meta,
  children,
}: ActivityItemProps<Found>) => {
  const path = usePath()
  const crumbs = [{ label: 'API Activity', href: path(list.address) }]
  const item = found.data?.data
  if (isCallError(found.error) && found.error.status === 404)
    return (
      <>
        <PageHeader title={name} breadcrumbs={crumbs} />
        <Card>
          <EmptyState
            title={`${name} not found`}
            action={<LinkButton href={path(list.address)}>{list.label}</LinkButton>}
          >
            {list.kept}
          </EmptyState>
        </Card>
      </>
    )
  return (
    <>
      <PageHeader
        title={item ? <BreakableName name={item.type} /> : name}
        meta={item && meta?.(item)}
        breadcrumbs={crumbs}
      />
      {found.isLoadingError ? (
        <Card isFailing>
          <FailedState
            message={found.error?.message ?? ''}
            isRetrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      ) : item ? (
        children(item)
      ) : (
        <Card>
          <Loading label={`Loading the ${name.toLowerCase()}`}>
            <SkeletonLines count={8} />
          </Loading>
        </Card>
      )}
    </>
  )
}
