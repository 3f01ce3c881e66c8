import { enqueueRemoval, recordAssetEvent } from '@playhead/features/video/assets/server'
import { environmentOf } from '@playhead/features/video/processing/server'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { masterKeyOf } from './master-key.ts'
import { closeMasterAccess, listOldMasters } from './master.sql.ts'

/** Access to originals is open for a day. */
export const closeOldMasters: Schedule = {
  name: 'masters: close access that has run out',
  everySeconds: 60,
  run: async (app) => {
    const now = app.clock.now()
    for (const { id, environment_id: environmentId } of await listOldMasters(app.postgres, now)) {
      const environment = await environmentOf(app, environmentId)
      if (!environment) continue
      await app.postgres.transaction(async (transaction) => {
        const tenant = within(environment, transaction)
        if (!(await closeMasterAccess(tenant, id, now))) return
        await enqueueRemoval(tenant, masterKeyOf(environmentId, id))
        await recordAssetEvent(app, tenant, 'video.asset.master.deleted', id)
      })
    }
  },
}
