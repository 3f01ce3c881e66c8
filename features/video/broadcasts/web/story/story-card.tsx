import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { events, perObjectMax } from '@playhead/features/activity/events/contract'
import type { PartProps } from '@playhead/features/video/live-streams/slots'
import { newestAssetId } from '@playhead/features/video/live-streams/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { AlertIcon, CheckCircleIcon, CircleIcon, ErrorIcon } from '@playhead/ui/icons/icons.ts'
import { LinkIcon, RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { broadcasts } from '../../contract.ts'
import { timeText } from '../time-text.ts'
import { useConnections } from './use-connections.ts'
import { type StoryKind, type StoryLine, storyOf, toldTypes } from './story.ts'
import './story.css'

/** An encoder that is refused leaves no event. */
const refetchInterval = 10_000

const icons: Record<StoryKind, ReactNode> = {
  refused: <ErrorIcon size={15} />,
  connected: <LinkIcon size={15} />,
  lost: <AlertIcon size={15} />,
  active: <RadioIcon size={15} />,
  ended: <CheckCircleIcon size={15} />,
  warning: <AlertIcon size={15} />,
}

const Line = ({ line }: { line: StoryLine }) => (
  <li data-kind={line.kind}>
    <Time at={line.at}>{timeText(line.at)}</Time>
    {icons[line.kind] ?? <CircleIcon size={15} />}
    <div className="min-w-0">
      <p>{line.title}</p>
      {line.text && <p className="text-ink-3">{line.text}</p>}
    </div>
  </li>
)

/** What happened to the stream, and why encoders were sent away: these show a reason rarely. */
export const Part = ({ stream }: PartProps) => {
  const params = { id: stream.id }
  const happened = useQuery(
    query(
      events.list,
      { query: { objectId: stream.id, types: toldTypes, limit: perObjectMax } },
      { quiet: true },
    ),
  )
  const refusals = useQuery({
    ...query(broadcasts.refusals, { params }, { quiet: true }),
    refetchInterval,
  })
  const newestEventId = happened.data?.data[0]?.id
  const connections = useConnections(stream.id, { newestEventId, refetchInterval })
  const href = usePath()(`video/live-streams/${stream.id}/events`)
  const failed = [happened, refusals, connections].find(({ isLoadingError }) => isLoadingError)
  const isKnown = [happened, refusals, connections].every(({ data }) => data !== undefined)
  const told = {
    events: happened.data?.data ?? [],
    refused: refusals.data?.data ?? [],
    connections: connections.data?.data ?? [],
  }
  const lines = storyOf(told, stream.activeAssetId)
  return (
    <Card
      title={stream.activeAssetId === undefined ? 'What happened' : 'This broadcast'}
      isFailing={failed !== undefined}
      actions={
        <Link kind="quiet" href={href} className="text-sm">
          Events and logs
        </Link>
      }
    >
      {failed ? (
        <FailedState message={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
      ) : !isKnown ? (
        <SkeletonLines count={6} />
      ) : lines.length === 0 ? (
        <EmptyState
          title={
            newestAssetId(stream) === undefined
              ? 'No encoder has connected yet'
              : 'Nothing in the last 30 days'
          }
        >
          Connections, losses and refusals with their reasons are listed here.
        </EmptyState>
      ) : (
        <ol className="live-story" aria-live="polite">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      )}
    </Card>
  )
}
