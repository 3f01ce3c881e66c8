import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { setLiveStatus, updateLiveCommand } from '../row/broadcast-state.sql.ts'
import { hasBroadcast } from '../row/live-stream-row.ts'

/** A running broadcast ends first; encoders are refused from this moment. LIVE-006 */
export const disableLiveStream: Handlers<typeof liveStreams>['disable'] = ({
  app,
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    if (hasBroadcast(stream)) await updateLiveCommand(tenant, stream.id, 'disable')
    else if (stream.status !== 'disabled') {
      const disabled = await setLiveStatus(tenant, stream.id, { status: 'disabled' })
      await recordedChange(app, tenant, disabled, 'disabled')
    }
    return { data: {} }
  })
