import { lockAsset } from '@playhead/features/video/assets/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import type { AudioMap, MediaMap } from '@playhead/media/media-map.ts'
import { makeAudioRendition } from '@playhead/media/segments/sound/audio-rendition.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemoval } from '@playhead/media-store/enqueue-removal.ts'
import { adoptMediaFile, AssetGone } from '@playhead/media-store/store-media-file.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { renditionKeyOf, sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { findReadyRendition, saveRendition, type StoredRendition } from '../renditions.sql.ts'
import { InFlight } from '../segments/in-flight.ts'

interface SoundOfAsset {
  environment: Environment
  asset: { id: string }
  map: MediaMap
}

interface Waiting {
  signal: AbortSignal
  onProgress?: (part: number) => void
}

/** If its track was deleted while it was made, the sound is removed too; returns whether it is still wanted. */
const keep = (environment: Environment, assetId: string, rendition: StoredRendition) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    if (!(await lockAsset(tenant, assetId))) throw new AssetGone(assetId)
    const map = await readMediaMap(tenant, assetId)
    const isWanted = map?.audio.some(({ name }) => name === rendition.name) ?? false
    if (isWanted) await saveRendition(tenant, assetId, rendition)
    else await enqueueRemoval(tenant, rendition.storageKey)
    return isWanted
  })

const make = async (
  app: App,
  { environment, asset, map }: SoundOfAsset,
  audio: AudioMap,
  { signal, onProgress }: Waiting,
) => {
  const { media } = app
  if (!hasMedia(media)) throw new Error(media.missing)
  return withJobFolder(app.settings.dataFolder, async (folder) => {
    await downloadStored(app, sourceKeyOf(environment.id, asset.id), folder, 'source')
    const made = await makeAudioRendition(media, {
      folder,
      fileName: 'source',
      map,
      audio,
      signal,
      isBackground: true,
      ...(onProgress && { onProgress }),
    })
    const key = renditionKeyOf(environment.id, asset.id, audio.name)
    const { bytes } = await adoptMediaFile(app, environment, { key, assetId: asset.id }, made.file)
    const isKept = await keep(environment, asset.id, {
      name: audio.name,
      storageKey: key,
      offsets: made.offsets,
      bytes,
      secondsEncoded: made.wasCopied ? 0 : map.duration,
    })
    return isKept ? key : undefined
  })
}

interface Making {
  inFlight: InFlight<string | undefined>
  /** Settles when all work on this sound has stopped. */
  ends: Map<string, Promise<unknown>>
}

const makings = new WeakMap<App['storage'], Making>()

const makingOf = ({ storage }: App): Making => {
  const known = makings.get(storage) ?? { inFlight: new InFlight(), ends: new Map() }
  makings.set(storage, known)
  return known
}

/**
 * Returns where a sound is stored and makes it if necessary, once for all concurrent jobs of this
 * process. Undefined where there is none, or if it was deleted in between.
 */
export const storeSound = async (
  app: App,
  given: SoundOfAsset,
  audio: AudioMap,
  waiting: Waiting,
): Promise<string | undefined> => {
  const { environment, asset } = given
  const place = { id: asset.id, environmentId: environment.id }
  const stored = await findReadyRendition(app.postgres, place, audio.name)
  if (stored) return stored.storage_key
  if (!audio.pieces) return undefined
  const { inFlight, ends } = makingOf(app)
  const key = `${asset.id}/${audio.name}`
  try {
    return await inFlight.join(key, waiting.signal, (signal) => {
      const made = make(app, given, audio, { ...waiting, signal })
      const end = made
        .catch(() => {})
        .finally(() => {
          if (ends.get(key) === end) ends.delete(key)
        })
      ends.set(key, end)
      return made
    })
  } finally {
    // A job that has ended must not store anything: the last one waits until the cancelled program has stopped.
    if (!inFlight.has(key)) await ends.get(key)
  }
}

/** Downloads the sound as viewers hear it into a job folder and returns its file name. */
export const downloadSound = async (
  app: App,
  given: SoundOfAsset,
  audio: AudioMap,
  { folder, signal }: { folder: string; signal: AbortSignal },
) => {
  const key = await storeSound(app, given, audio, { signal })
  if (key === undefined) return undefined
  await downloadStored(app, key, folder, 'sound.mp4')
  return 'sound.mp4'
}
