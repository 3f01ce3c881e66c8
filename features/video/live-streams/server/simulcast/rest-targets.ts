import type { Environment } from '@playhead/server-kit/tenant.ts'
import { setTargetStatus } from './set-target-status.ts'
import { listTargets } from './targets.sql.ts'

/** At the end of a broadcast: after a crash nobody else says that nothing is sent any more. */
export const restTargets = async (environment: Environment, liveStreamId: string) => {
  for (const { id, status } of await listTargets(environment, [liveStreamId]))
    if (status === 'starting' || status === 'broadcasting')
      await setTargetStatus(environment, id, { status: 'idle' })
}
