import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { EnvironmentChooser } from './environment-chooser.tsx'
import { PlayerSetup } from './player-setup.tsx'
import type { CollectorStatus } from './use-collector.ts'
import type { EnvironmentChoice } from './use-environment-choice.ts'

export const setupCardId = 'point-a-player-here'

interface SetupCardProps {
  choice: EnvironmentChoice
  status: CollectorStatus | undefined
  failure: { message: string; onRetry: () => void } | undefined
}

const Body = ({ choice, status, failure }: SetupCardProps) => {
  const { list, chosen } = choice
  if (list.isLoadingError)
    return <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
  if (failure) return <FailedState {...failure} />
  if (list.data?.data.length === 0)
    return (
      <EmptyState title="No environments yet">
        Players name the environment they belong to. Create one first.
      </EmptyState>
    )
  if (!status || !chosen) return <SkeletonLines count={12} />
  return <PlayerSetup environmentKey={chosen.key} address={status.address} />
}

export const SetupCard = (props: SetupCardProps) => (
  <Card
    id={setupCardId}
    title="Point a player here"
    description="Players name the environment they belong to by its key."
    actions={<EnvironmentChooser choice={props.choice} />}
    isFailing={props.choice.list.isLoadingError || props.failure !== undefined}
  >
    <Body {...props} />
  </Card>
)
