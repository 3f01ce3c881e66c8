import { randomUUID } from 'node:crypto'
import { insertAsset } from '@playhead/features/video/assets/server'
import {
  insertLiveEvent,
  lockLiveStream,
  type LiveStreamRow,
  setLiveStatus,
} from '@playhead/features/video/live-streams/server'
import type { PublishRequest } from '@playhead/ingest/packet.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { workerIdOf } from '@playhead/server-kit/jobs/worker-id.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import {
  type BroadcastRow,
  countBroadcasts,
  insertBroadcast,
  lockRoom,
} from '../rows/broadcasts.sql.ts'
import { insertConnection } from '../rows/connections.sql.ts'
import { arrivedOf } from './encoder-of.ts'

interface Arrival {
  request: PublishRequest
  /** Of the key that the encoder gave. */
  keyPrint: string
}

export interface Begun {
  stream: LiveStreamRow
  row: BroadcastRow
}

/** A recording without a title of its own has that of its live stream. */
const optionsOf = ({ new_asset_settings: settings, title }: LiveStreamRow) => {
  const given = settings ?? {}
  return title === null || given.meta?.title ? given : { ...given, meta: { ...given.meta, title } }
}

/**
 * Events of the asset follow those of the live stream in the same transaction. Not begun are the second broadcast of a
 * live stream and one more than the server takes.
 */
export const beginBroadcast = (
  app: App,
  environment: Environment,
  liveStreamId: string,
  { request, keyPrint }: Arrival,
): Promise<Begun | 'busy' | 'full'> =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const found = await lockLiveStream(tenant, liveStreamId)
    if (!found || found.key_print !== keyPrint || found.status !== 'idle') return 'busy'
    await lockRoom(transaction)
    if ((await countBroadcasts(transaction)) >= app.settings.live.streamsMax) return 'full'
    const arrived = arrivedOf(request)
    const protocol = arrived.protocol === 'srt' ? 'srt' : 'rtmp'
    const row = await insertBroadcast(tenant, {
      live_stream_id: liveStreamId,
      asset_id: randomUUID(),
      protocol,
      encoder: arrived.encoder,
      latency_mode: found.latency_mode,
      nodeId: await workerIdOf(app.settings.dataFolder),
    })
    if (!row) return 'busy'
    const stream = await setLiveStatus(tenant, liveStreamId, {
      active_asset_id: row.asset_id,
      ingest_protocol: protocol,
      is_connected: true,
    })
    await insertLiveEvent(tenant, 'connected', liveStreamId)
    await insertConnection(tenant, row, arrived)
    await insertAsset(app, tenant, {
      options: optionsOf(found),
      source: {
        kind: 'live',
        assetId: row.asset_id,
        liveStreamId,
        protocol,
        isTest: found.is_test,
      },
    })
    return { stream, row }
  })
