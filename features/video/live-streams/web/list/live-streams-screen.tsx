import { formatNumber } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { liveStreamStatuses } from '../../contract.ts'
import { CreateLiveStreamButton } from './create-live-stream-button.tsx'
import { LiveStreamsTable } from './live-streams-table.tsx'
import { type LiveStreamList, useLiveStreams } from './use-live-streams.ts'

const statusOptions = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'idle', label: 'Idle' },
  { value: 'disabled', label: 'Disabled' },
] as const

const StatusChoice = ({ status, setStatus }: LiveStreamList) => (
  <SegmentedControl
    label="Status"
    value={status ?? 'all'}
    onChange={(value) => setStatus(liveStreamStatuses.find((known) => known === value))}
    options={statusOptions}
  />
)

/** LIVE-018 */
const NewLiveStreams = ({ newCount, showNew }: LiveStreamList) => (
  <output className="block">
    {newCount > 0 && (
      <span className="flex items-center justify-center gap-3 border-b border-line px-3 py-2 text-sm">
        <span>
          {newCount} new live {newCount === 1 ? 'stream' : 'streams'}
        </span>
        <Button size="sm" onClick={showNew}>
          Show new
        </Button>
      </span>
    )}
  </output>
)

const countOf = ({ totalCount }: LiveStreamList) =>
  !totalCount
    ? 'Live streams'
    : `${formatNumber(totalCount)} live ${totalCount === 1 ? 'stream' : 'streams'}`

/** LIVE-001 */
export const Screen = () => {
  const streams = useLiveStreams()
  const isEmpty = streams.totalCount === 0 && streams.status === undefined
  return (
    <>
      <PageHeader title="Live Streams">
        <CreateLiveStreamButton />
      </PageHeader>
      <Card
        isFlush
        title={countOf(streams)}
        isFailing={streams.list.isLoadingError}
        actions={!isEmpty && <StatusChoice {...streams} />}
      >
        <NewLiveStreams {...streams} />
        <LiveStreamsTable streams={streams} />
      </Card>
    </>
  )
}
