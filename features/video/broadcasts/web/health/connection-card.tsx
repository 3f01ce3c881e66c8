import type { PartProps } from '@playhead/features/video/live-streams/slots'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { connectionFacts } from './connection-facts.ts'
import { useMetadata } from './use-health.ts'

const Connection = ({ stream }: PartProps) => {
  const metadata = useMetadata(stream.id)
  const facts = metadata.data && connectionFacts(metadata.data.data, metadata.dataUpdatedAt)
  // The encoder is away, and nothing about it is known any more.
  if (facts?.length === 0) return null
  return (
    <Card title="Connection" isFailing={metadata.isLoadingError}>
      {facts ? (
        <DescriptionList items={facts} />
      ) : metadata.isLoadingError ? (
        <FailedState message={metadata.error.message} onRetry={() => void metadata.refetch()} />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Card>
  )
}

export const Part = ({ stream }: PartProps) => {
  const { liveStreamHealth } = useFlags()
  return liveStreamHealth && stream.activeAssetId !== undefined ? (
    <Connection stream={stream} />
  ) : null
}
