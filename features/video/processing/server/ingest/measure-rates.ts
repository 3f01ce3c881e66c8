import { lockAsset, updateMediaMap } from '@playhead/features/video/assets/server'
import { MediaError } from '@playhead/media/media-error.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { measureRungs } from '@playhead/media/segments/plan/measure-rungs.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { readMediaMap } from '../media-map.sql.ts'
import type { Step } from './step.ts'

/** The rates of renditions that are not encoded yet, for playlists. The asset plays without them: a failure costs only precision. */
export const measureRates = async (
  { app, media, environment, asset, folder, signal }: Step,
  map: MediaMap,
): Promise<void> => {
  try {
    const rungs = await measureRungs(media, { folder, fileName: 'source', map, signal })
    if (!rungs) return
    await environment.postgres.transaction(async (transaction) => {
      const tenant = within(environment, transaction)
      // A track may have been added since, or damage may have been found in the copy.
      const now = (await lockAsset(tenant, asset.id)) && (await readMediaMap(tenant, asset.id))
      if (!now?.video) return
      const measured = new Map(rungs.map((rung) => [rung.name, rung]))
      const video = {
        ...now.video,
        rungs: now.video.rungs.map((rung) => measured.get(rung.name) ?? rung),
      }
      await updateMediaMap(tenant, asset.id, { ...now, video })
    })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    app.log.warn('the rates of an asset could not be measured', { asset: asset.id, error })
  }
}
