import { HostedCard } from '@playhead/features/video/hosted-screens/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { RadioIcon } from '@playhead/ui/icons/subject-icons.ts'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { liveStreamStatuses } from '../../contract.ts'
import { CreateLiveStreamButton } from './create-live-stream-button.tsx'
import { liveStreamColumns } from './live-stream-columns.tsx'
import { type StatusQuestion, useLiveStreams } from './use-live-streams.ts'

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'idle', label: 'Idle' },
  { value: 'disabled', label: 'Disabled' },
] as const

const StatusChoice = ({ status, setStatus }: StatusQuestion) => (
  <SegmentedControl
    label="Status"
    value={status ?? 'all'}
    onChange={(value) => setStatus(liveStreamStatuses.find((known) => known === value))}
    options={statusOptions}
  />
)

const NoLiveStreams = ({ status, setStatus }: StatusQuestion) =>
  status ? (
    <EmptyState
      title="No live streams found"
      action={<Button onClick={() => setStatus(undefined)}>Clear status</Button>}
    >
      No live stream of this environment is {status}.
    </EmptyState>
  ) : (
    <EmptyState
      title="No live streams yet"
      icon={<RadioIcon size={20} />}
      action={<CreateLiveStreamButton />}
    >
      Create one, put its address and key into your encoder, and viewers can watch seconds later.
    </EmptyState>
  )

const words = ['live stream', 'live streams'] as const

/** LIVE-001 */
export const Screen = () => {
  const { hosted, ...question } = useLiveStreams()
  const isEmpty = hosted.totalCount === 0 && question.status === undefined
  return (
    <>
      <PageHeader title="Live Streams">
        <CreateLiveStreamButton />
      </PageHeader>
      <HostedCard
        words={words}
        hosted={hosted}
        columns={liveStreamColumns}
        filters={!isEmpty && <StatusChoice {...question} />}
        empty={<NoLiveStreams {...question} />}
      />
    </>
  )
}
