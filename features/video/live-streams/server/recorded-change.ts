import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { insertLiveEventOf, type LiveEvent } from './events/insert-live-event.ts'
import { loadPartsOfLiveStream } from './live-stream-parts.ts'
import { presentLiveStream } from './present-live-stream.ts'
import type { LiveStreamRow } from './row/live-stream-row.ts'

/** Records that a live stream has changed, and returns what it is now. */
export const recordedChange = async (
  app: Pick<App, 'vault'>,
  tenant: Environment,
  stream: LiveStreamRow,
  event: LiveEvent = 'updated',
) => {
  const parts = await loadPartsOfLiveStream(tenant, stream)
  await insertLiveEventOf(tenant, event, parts)
  return { data: presentLiveStream(app, parts) }
}
