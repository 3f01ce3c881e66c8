import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { setLiveStatus, updateLiveCommand } from '../row/broadcast-state.sql.ts'

/** LIVE-008 */
export const enableLiveStream: Handlers<typeof liveStreams>['enable'] = ({
  app,
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    // The broadcast that was to end still ends, but the live stream stays enabled.
    if (stream.command === 'disable') await updateLiveCommand(tenant, stream.id, 'complete')
    if (stream.status === 'disabled') {
      const enabled = await setLiveStatus(tenant, stream.id, { status: 'idle' })
      await recordedChange(app, tenant, enabled, 'enabled')
    }
    return { data: {} }
  })
