import type { Entry } from '@playhead/features/video/hosted-screens/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { createdAtOf, type LiveStream, stateOf, titleOf } from '../live-stream-facts.ts'
import { LiveStreamStatus } from '../live-stream-status.tsx'
import { SecretValue } from '../secret-value.tsx'

const TitleLink = ({ item: stream, isDeleted }: Entry<LiveStream>) => {
  const path = usePath()
  const hasTitle = Boolean(stream.meta?.title)
  const look = `min-w-0 break-words ${hasTitle ? '' : 'font-mono text-xs'}`
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isDeleted ? (
        <span className={`${look} text-ink-3`}>{titleOf(stream)}</span>
      ) : (
        <Link kind="plain" href={path(`video/live-streams/${stream.id}/monitor`)} className={look}>
          {titleOf(stream)}
        </Link>
      )}
      {stream.test && <Badge>Test</Badge>}
    </span>
  )
}

const latencyWords = { low: 'Low', reduced: 'Reduced', standard: 'Standard' } as const

/** LIVE-001 */
export const liveStreamColumns: Column<Entry<LiveStream>>[] = [
  {
    id: 'title',
    title: 'Title',
    isMain: true,
    render: (entry) => <TitleLink {...entry} />,
  },
  {
    id: 'status',
    title: 'Status',
    width: 130,
    render: ({ item: stream, isDeleted }) => (
      <LiveStreamStatus state={isDeleted ? 'deleted' : stateOf(stream)} />
    ),
  },
  {
    id: 'stream_key',
    title: 'Stream key',
    width: 320,
    render: ({ item: stream, isDeleted }) =>
      // A deleted stream has no key, and events that announce a new one do not show it.
      isDeleted || !stream.streamKey ? (
        <span className="text-ink-3">–</span>
      ) : (
        <SecretValue value={stream.streamKey} name="stream key" />
      ),
  },
  {
    id: 'latency',
    title: 'Latency',
    width: 110,
    render: ({ item: stream }) => latencyWords[stream.latencyMode],
  },
  {
    id: 'created_at',
    title: 'Created',
    width: 190,
    render: ({ item: stream }) => {
      const at = createdAtOf(stream)
      return <Time at={at} />
    },
  },
]
