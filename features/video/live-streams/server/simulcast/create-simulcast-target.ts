import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { liveLimits, type liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { insertTargetEvent } from './insert-target-event.ts'
import { presentTarget } from './present-target.ts'
import { readTarget } from './read-target.ts'
import { insertTarget, listTargets } from './targets.sql.ts'

export const createSimulcastTarget: Handlers<typeof liveStreams>['createSimulcastTarget'] = ({
  app,
  environment,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    refuseDuringBroadcast(stream)
    const { length } = await listTargets(tenant, [stream.id])
    if (length >= liveLimits.simulcastTargetsMax)
      throw new ApiError('invalid_parameters', {
        messages: [
          `A live stream has at most ${liveLimits.simulcastTargetsMax} simulcast targets.`,
        ],
      })
    const target = await insertTarget(tenant, stream.id, readTarget(app, body))
    await insertTargetEvent(tenant, 'created', target)
    return { data: presentTarget(app, target) }
  })
