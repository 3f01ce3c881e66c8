import { useQuery } from '@tanstack/react-query'
import { currentEnvironment } from '@playhead/question-contract/current-environment.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { UsersIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'

/** The guide to setting up a player. */
const guide = '/docs/collecting'

/** In place of charts that would all be empty. */
export const NobodyWatching = ({ isLive }: { isLive: boolean }) => {
  const environment = useQuery(query(currentEnvironment.current, {}, { quiet: true }))
  const isWaiting = environment.data?.data.status === 'waiting'
  return (
    <Card>
      <EmptyState
        icon={<UsersIcon size={20} />}
        title={isLive ? 'Nobody is watching right now.' : 'Nobody was watching at this time.'}
        action={
          isWaiting && (
            <LinkButton kind="primary" href={guide}>
              Integrate a player SDK
            </LinkButton>
          )
        }
      >
        {isWaiting
          ? 'No view was ever received for this environment. Viewers appear here within seconds once your players report them.'
          : 'Viewers appear here within seconds.'}
      </EmptyState>
    </Card>
  )
}
