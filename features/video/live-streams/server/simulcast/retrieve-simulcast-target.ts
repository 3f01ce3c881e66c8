import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { requireLiveStream } from '../on-live-stream.ts'
import { presentTarget } from './present-target.ts'
import { requireTarget } from './require-target.ts'

export const retrieveSimulcastTarget: Handlers<
  typeof liveStreams
>['retrieveSimulcastTarget'] = async ({ app, environment, params }) => {
  const { id } = await requireLiveStream(environment, params.id)
  return { data: presentTarget(app, await requireTarget(environment, id, params.target_id)) }
}
