import { deleteAsset, onAsset } from '@playhead/features/video/assets/server'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { listOldTestAssets } from './ingest.sql.ts'

const keptHours = 24

/** Test assets are free, so they are deleted after a while. */
export const deleteOldTestAssets: Schedule = {
  name: 'test assets: delete after a day',
  everySeconds: 900,
  run: async (app) => {
    const before = new Date(app.clock.now().getTime() - keptHours * 3_600_000)
    for (const { id, environment_id: environmentId } of await listOldTestAssets(
      app.postgres,
      before,
    )) {
      const environment = await environmentOf(app, environmentId)
      if (environment)
        await onAsset(environment, id, (tenant, asset) => deleteAsset(app, tenant, asset))
    }
  },
}
