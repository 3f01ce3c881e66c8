import { useState } from 'react'
import type { PartProps } from '@playhead/features/video/live-streams/slots'
import { useRecording } from '@playhead/features/video/live-streams/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { HealthBody } from './health-body.tsx'
import { HealthStatus } from './health-status.tsx'
import { useHealth } from './use-health.ts'

const ranges = [
  { value: '10', label: '10 min' },
  { value: '30', label: '30 min' },
  { value: 'broadcast', label: 'Broadcast' },
] as const
type Range = (typeof ranges)[number]['value']

const HealthOfStream = ({ stream }: PartProps) => {
  const [range, setRange] = useState<Range>('30')
  const recording = useRecording(stream.activeAssetId)
  const begun = recording.data && Number(recording.data.data.createdAt)
  const health = useHealth(stream.id, range === 'broadcast' ? begun : undefined)
  const path = usePath()
  const from = range === 'broadcast' ? 0 : health.dataUpdatedAt - Number(range) * 60_000
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Input health
          <HealthStatus status={health.data?.status ?? null} />
        </span>
      }
      isFailing={health.isLoadingError}
      actions={
        <>
          <SegmentedControl label="Range" value={range} onChange={setRange} options={ranges} />
          <Link
            kind="quiet"
            className="text-sm"
            href={path(`video/live-streams/${stream.id}/health`)}
          >
            Full page
          </Link>
        </>
      }
    >
      <HealthBody streamId={stream.id} query={health} from={from} hasConnectCard />
    </Card>
  )
}

/** Only during a broadcast, and where the plan includes it. SHELL-037 */
export const Part = ({ stream }: PartProps) => {
  const { liveStreamHealth } = useFlags()
  return liveStreamHealth && stream.activeAssetId !== undefined ? (
    <HealthOfStream stream={stream} />
  ) : null
}
