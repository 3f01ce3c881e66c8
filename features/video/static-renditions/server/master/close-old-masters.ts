import { recordAssetEvent, closeMasterAccess } from '@playhead/features/video/assets/server'
import { environmentOf } from '@playhead/features/video/processing/server'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { listOldMasters } from './master.sql.ts'
import { masterKeyOf } from './master-file.ts'

/** Masters can be downloaded for a day. */
export const closeOldMasters: Schedule = {
  name: 'masters: close access that has run out',
  everySeconds: 60,
  run: async (app) => {
    const now = app.clock.now()
    for (const old of await listOldMasters(app.postgres, now)) {
      const { id, environment_id: environmentId, master_secret: secret } = old
      const environment = await environmentOf(app, environmentId)
      if (!environment) continue
      await app.postgres.transaction(async (transaction) => {
        const tenant = within(environment, transaction)
        if (!(await closeMasterAccess(tenant, id, now))) return
        if (secret !== null) await enqueueRemoval(tenant, masterKeyOf(environmentId, id, secret))
        await recordAssetEvent(app, tenant, 'video.asset.master.deleted', id)
      })
    }
  },
}
