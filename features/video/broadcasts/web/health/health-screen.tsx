import { useQuery } from '@tanstack/react-query'
import { foundOf } from '@playhead/features/video/hosted-screens/web'
import { liveStreams } from '@playhead/features/video/live-streams/contract'
import { titleOf, useLeaveMissing } from '@playhead/features/video/live-streams/web'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useParam, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { HealthBody } from './health-body.tsx'
import { HealthStatus } from './health-status.tsx'
import { useHealth, useMetadata } from './use-health.ts'

const startOf = (text: string | undefined) => {
  const seconds = Number(text)
  return text !== undefined && text.trim() !== '' && Number.isFinite(seconds) && seconds >= 0
    ? seconds
    : undefined
}

const Metadata = ({ streamId }: { streamId: string }) => {
  const metadata = useMetadata(streamId)
  const entries = metadata.data?.data
  return (
    <Card
      title="Stream metadata"
      description="What the encoder said about its stream, and what its packets show"
      isFailing={metadata.isLoadingError}
    >
      {metadata.isLoadingError ? (
        <FailedState message={metadata.error.message} onRetry={() => void metadata.refetch()} />
      ) : !entries ? (
        <SkeletonLines count={6} />
      ) : entries.length === 0 ? (
        <p className="text-sm text-ink-3">No encoder is connected.</p>
      ) : (
        <DescriptionList
          items={entries.map(({ name, value }) => ({
            term: name,
            detail: <span className="font-mono text-xs break-all">{String(value)}</span>,
          }))}
        />
      )}
    </Card>
  )
}

/** LIVE-014, LIVE-020, LIVE-021, LIVE-022 */
export const Screen = () => {
  const id = useParam('liveStreamId')?.trim() ?? ''
  const start = startOf(useSearchValue('start_time'))
  const path = usePath()
  const found = useQuery(query(liveStreams.retrieve, { params: { id } }, { quiet: true }))
  const { item: stream, isMissing } = foundOf(found, false)
  useLeaveMissing(isMissing)
  const health = useHealth(id, start)
  const title = stream ? titleOf(stream) : id
  const place = { label: title, href: path(`video/live-streams/${id}/monitor`) }
  if (isMissing) return null
  return (
    <>
      <PageHeader
        title="Input health"
        meta={<HealthStatus status={health.data?.status ?? null} />}
        breadcrumbs={[{ label: 'Live Streams', href: path('video/live-streams') }, place]}
      />
      <Stack gap={3}>
        <Card isFailing={health.isLoadingError}>
          <HealthBody
            streamId={id}
            query={health}
            from={start === undefined ? 0 : start * 1000}
            hasConnectCard={false}
          />
        </Card>
        <Metadata streamId={id} />
      </Stack>
    </>
  )
}
