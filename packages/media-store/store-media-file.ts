import type { App } from '@playhead/server-kit/app.ts'
import { SubjectGone } from '@playhead/server-kit/jobs/job.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { hasAsset, insertMediaFile } from './media-files.sql.ts'

/** Ends the work on a file: its asset was deleted in between. */
export class AssetGone extends SubjectGone {
  override readonly name: string = 'AssetGone'
  constructor(readonly assetId: string) {
    super(`The asset ${assetId} is deleted.`)
  }
}

interface Place {
  key: string
  assetId: string
}

const keep = async <Written extends { bytes: number; sha256?: string }>(
  app: App,
  environment: Environment,
  place: Place,
  write: () => Promise<Written>,
): Promise<Written> => {
  // Avoids storing a file for an asset that was deleted long ago.
  if (!(await hasAsset(environment, place.assetId))) throw new AssetGone(place.assetId)
  const written = await write()
  if (await insertMediaFile(environment, { ...place, ...written })) return written
  await app.storage.remove(place.key)
  throw new AssetGone(place.assetId)
}

/** Stores a file of an asset and its row; if the asset is deleted in between, neither stays. */
export const storeMediaFile = (
  app: App,
  environment: Environment,
  place: Place,
  source: Uint8Array | AsyncIterable<Uint8Array>,
) => keep(app, environment, place, () => app.storage.write(place.key, source))

/** The same for a local file, which is moved; its checksum is computed in the background. */
export const adoptMediaFile = (app: App, environment: Environment, place: Place, file: string) =>
  keep(app, environment, place, () => app.storage.adopt(place.key, file))
