import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { insertTargetEvent } from './insert-target-event.ts'
import { requireTarget } from './require-target.ts'
import { deleteTarget } from './targets.sql.ts'

export const removeSimulcastTarget: Handlers<typeof liveStreams>['removeSimulcastTarget'] = ({
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    const target = await requireTarget(tenant, stream.id, params.target_id)
    refuseDuringBroadcast(stream)
    await deleteTarget(tenant, target.id)
    await insertTargetEvent(tenant, 'deleted', target)
    return undefined
  })
