import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { invalidate, query } from '@playhead/web-kit/queries/query.ts'
import { broadcasts } from '../../contract.ts'

export type Health = CallResponse<typeof broadcasts.streamHealth>
export type HealthPoint = Health['data'][number]
export type Advice = Health['advice'][number]
export type Metadata = CallResponse<typeof broadcasts.streamMetadata>['data']

/** LIVE-021 */
export const healthEveryMs = 30_000

/** In its first half minute what is known of a broadcast changes faster. */
const youngEveryMs = 5_000
const youngPoints = 6

const isYoung = (health: Health | undefined) =>
  health !== undefined && health.data.length < youngPoints

const connectedAt = (metadata: Metadata) =>
  metadata.find(({ name }) => name === 'connected_at')?.value

const isJustConnected = (metadata: Metadata | undefined) =>
  metadata !== undefined &&
  (metadata.length === 0 || Date.now() - Date.parse(String(connectedAt(metadata))) < healthEveryMs)

const connectionEvents = ['video.live_stream.connected', 'video.live_stream.disconnected']
const readAgain = () => void invalidate(broadcasts.streamHealth, broadcasts.streamMetadata)

/** Half a minute after its encoder has left, a stream must not look healthy. */
const useConnectionEvents = (streamId: string) => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const onEvents = (events: readonly ActivityEvent[]) => {
    if (events.some(({ object }) => object.id === streamId)) readAgain()
  }
  useActivity({
    organizationId,
    environmentId,
    types: connectionEvents,
    onEvents,
    onBegin: () => {},
    onGap: readAgain,
  })
}

/** Without a start time, the last half hour; cards of one page share the request. LIVE-022 */
export const useHealth = (streamId: string, startSeconds?: number, isEnabled = true) => {
  useConnectionEvents(streamId)
  return useQuery({
    ...query(
      broadcasts.streamHealth,
      {
        params: { id: streamId },
        query: startSeconds === undefined ? {} : { startTime: startSeconds },
      },
      { quiet: true },
    ),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isYoung(state.data) ? youngEveryMs : healthEveryMs),
    // Another range takes a moment; the lanes stay until it is there.
    placeholderData: keepPreviousData,
  })
}

/** LIVE-022 */
export const useMetadata = (streamId: string, isEnabled = true) =>
  useQuery({
    ...query(broadcasts.streamMetadata, { params: { id: streamId } }, { quiet: true }),
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      isJustConnected(state.data?.data) ? youngEveryMs : healthEveryMs,
  })
