import type { App } from '@playhead/server-kit/app.ts'
import { SubjectGone } from '@playhead/server-kit/jobs/job.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { insertMediaFile } from './media-files.sql.ts'

/** Whoever made the file stops: what it belongs to was deleted meanwhile. */
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

const keep = async (
  app: App,
  environment: Environment,
  place: Place,
  written: { bytes: number; sha256?: string },
) => {
  if (await insertMediaFile(environment, { ...place, ...written })) return
  await app.storage.remove(place.key)
  throw new AssetGone(place.assetId)
}

/** Stores a file of an asset and its row; of an asset that is deleted meanwhile neither stays. */
export const storeMediaFile = async (
  app: App,
  environment: Environment,
  place: Place,
  source: Uint8Array | AsyncIterable<Uint8Array>,
) => {
  const written = await app.storage.write(place.key, source)
  await keep(app, environment, place, written)
  return written
}

/** The same for a file of this machine, which is gone afterwards; its checksum follows in the background. */
export const adoptMediaFile = async (
  app: App,
  environment: Environment,
  place: Place,
  file: string,
) => {
  const written = await app.storage.adopt(place.key, file)
  await keep(app, environment, place, written)
  return written
}
