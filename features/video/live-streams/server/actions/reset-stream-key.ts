import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { recordLiveStreamChange } from '../record-live-stream-change.ts'
import { updateStreamKey } from '../row/live-streams.sql.ts'
import { newStreamKey } from '../stream-key.ts'

/** An encoder that is connected with the old key is dropped by its broadcast, which sees the new one. */
export const resetStreamKey: Handlers<typeof liveStreams>['resetStreamKey'] = ({
  params,
  environment,
  ...context
}) =>
  onLiveStream(environment, params.id, async (tenant, { id }) => {
    const stream = await updateStreamKey(tenant, id, newStreamKey(context.app))
    await recordLiveStreamChange(context, tenant, 'key_reset', stream)
    return recordedChange(context.app, tenant, stream)
  })
