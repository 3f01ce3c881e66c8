import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream } from '../on-live-stream.ts'
import { updateLiveCommand } from '../row/broadcast-state.sql.ts'

/** LIVE-007 */
export const completeLiveStream: Handlers<typeof liveStreams>['complete'] = ({
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, { id, status, command }) => {
    if (status !== 'active')
      throw new ApiError('invalid_parameters', { messages: ['The live stream is not active.'] })
    // A stronger command ends the broadcast too.
    if (command === null) await updateLiveCommand(tenant, id, 'complete')
    return { data: {} }
  })
