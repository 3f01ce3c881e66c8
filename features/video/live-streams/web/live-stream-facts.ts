import { type CamelOutput, toCamel } from '@playhead/contract-kit/case-seam.ts'
import { LiveStream as LiveStreamSchema } from '../contract.ts'

export type LiveStream = CamelOutput<typeof LiveStreamSchema>
export type SimulcastTarget = NonNullable<LiveStream['simulcastTargets']>[number]
export type PlaybackId = NonNullable<LiveStream['playbackIds']>[number]

/** LIVE-019: only events report a deleted live stream; it can no longer be read. */
export type LiveStreamState = LiveStream['status'] | 'connecting' | 'deleted'

/** Events hold times as numbers and no keys, so the known key stays. */
export const liveStreamOfEvent = (
  data: Record<string, unknown>,
  known: LiveStream | undefined,
): LiveStream => {
  const wire = { ...data, created_at: String(data['created_at']) }
  const told: Partial<LiveStream> = toCamel(LiveStreamSchema, wire)
  return {
    ...known,
    ...told,
    streamKey: told.streamKey ?? known?.streamKey ?? '',
    // Events leave out what is not set, such as the asset after the end of a broadcast.
    activeAssetId: told.activeAssetId,
    activeIngestProtocol: told.activeIngestProtocol,
  } as LiveStream
}

export const titleOf = ({ meta, id }: Pick<LiveStream, 'meta' | 'id'>) => meta?.title || id

export const createdAtOf = ({ createdAt }: LiveStream) => Number(createdAt) * 1000

/** An encoder is connected before the first segment can be played. */
export const stateOf = ({ status, activeAssetId }: LiveStream): LiveStreamState =>
  status === 'idle' && activeAssetId !== undefined ? 'connecting' : status

/** Prefers a public id, which needs no token. */
export const shownPlaybackId = ({ playbackIds = [] }: LiveStream): PlaybackId | undefined =>
  playbackIds.find(({ policy }) => policy === 'public') ??
  playbackIds.find(({ policy }) => policy === 'signed')

/** The asset of the running broadcast, or of the last one. */
export const newestAssetId = ({ activeAssetId, recentAssetIds = [] }: LiveStream) =>
  activeAssetId ?? recentAssetIds.at(-1)
