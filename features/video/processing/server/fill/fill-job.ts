import { type AssetRow, findAsset, addEncodedSeconds } from '@playhead/features/video/assets/server'
import { hasMedia } from '@playhead/media/find-media.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { MediaError } from '@playhead/media/media-error.ts'
import type { MediaMap, Rung } from '@playhead/media/media-map.ts'
import { copyRung, encodeRungs, type MadeRendition } from '@playhead/media/segments/whole-rungs.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { adoptMediaFile, AssetGone } from '@playhead/media-store/store-media-file.ts'
import { renditionKeyOf } from '@playhead/media-store/media-keys.ts'
import { bringPicture } from '../bring-source.ts'
import { environmentOf } from '../environment-of.sql.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { listReadyRenditions, saveRendition } from '../renditions.sql.ts'
import { canBeChecked, enqueueCheck } from '../check/enqueue-check.ts'
import { encoderSlotsOf } from '../segments/encoder-slots.ts'
import { isUrgent, rungGroups, rungsToStore } from './rungs-to-store.ts'
import { assetCopy, assetFill } from '../jobs.ts'

type Call = JobCall<PayloadOf<typeof assetFill>>

interface Filling {
  call: Call
  environment: Environment
  asset: AssetRow
  map: MediaMap
}

const store = async (
  { call, environment, asset, map }: Filling,
  { name }: Rung,
  made: MadeRendition,
) => {
  const key = renditionKeyOf(environment.id, asset.id, name)
  const place = { key, assetId: asset.id }
  const { bytes } = await adoptMediaFile(call.app, environment, place, made.file)
  const secondsEncoded = name === 'source' ? 0 : map.duration
  const isSaved = await saveRendition(environment, asset.id, {
    name,
    storageKey: key,
    offsets: made.offsets,
    // Playlists of keyframes know no discontinuities.
    keyframeBytes: map.recordedLive ? undefined : made.keyframeBytes,
    bytes,
    secondsEncoded,
  })
  if (!isSaved) throw new AssetGone(asset.id)
  if (secondsEncoded > 0) await addEncodedSeconds(environment, asset.id, secondsEncoded)
}

const makeRungs = async (
  filling: Filling,
  rungs: readonly Rung[],
  onProgress: (part: number) => void,
) => {
  const { call, environment, asset, map } = filling
  const { app, signal } = call
  const { media } = app
  if (!hasMedia(media)) throw new Error(media.missing)
  const isCopy = rungs.some(({ name }) => name === 'source')
  if (!isCopy) await encoderSlotsOf(app).whenAllIdle(signal)
  await withJobFolder(app.settings.dataFolder, async (folder) => {
    const place = { id: asset.id, environmentId: environment.id, media: map }
    await bringPicture(app, place, folder, { signal })
    let isRefused = false
    const work = {
      folder,
      fileName: 'source',
      map,
      signal,
      isBackground: true,
      onProgress: (seconds: number) => onProgress(seconds / map.duration),
      onRefusal: () => {
        isRefused = true
      },
    }
    const making = isCopy
      ? copyRung(media, work).then((made) => [made])
      : encodeRungs(media, { ...work, rungs: rungs.map(({ name }) => name) })
    const made = await making.finally(async () => {
      // A copy of the source shows viewers the same damage. docs/adr/0101
      if (isRefused && canBeChecked(map)) await enqueueCheck(environment, asset.id)
    })
    for (const [index, rung] of rungs.entries()) await store(filling, rung, made[index]!)
  })
}

/** What fails together is made one by one, so that a rendition that cannot be made costs no other. */
const makeGroup = async (
  filling: Filling,
  rungs: readonly Rung[],
  onProgress: (part: number) => void,
) => {
  try {
    await makeRungs(filling, rungs, onProgress)
  } catch (error) {
    if (rungs.length === 1 || !isOfMedia(error)) throw error
    await makeOneByOne(filling, rungs, onProgress)
  }
}

const isOfMedia = (error: unknown) => error instanceof MediaError && error.reason !== 'cancelled'

const makeOneByOne = async (
  filling: Filling,
  rungs: readonly Rung[],
  onProgress: (part: number) => void,
) => {
  const failures: unknown[] = []
  for (const [place, rung] of rungs.entries())
    await makeRungs(filling, [rung], (part) => onProgress((place + part) / rungs.length)).catch(
      (error: unknown) => {
        if (!isOfMedia(error)) throw error
        failures.push(error)
      },
    )
  if (failures.length > 0) throw failures[0]
}

const storeRungs = async (call: Call, isWanted: (rung: Rung) => boolean) => {
  const { app, payload, environmentId } = call
  const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
  const asset = environment && (await findAsset(environment, payload.assetId))
  const map = asset?.status === 'ready' ? await readMediaMap(environment!, asset.id) : undefined
  if (!asset || !map) return
  const filling = { call, environment, asset, map }
  const stored = await listReadyRenditions(environment, asset.id)
  const rungs = rungsToStore(app, map, asset.video_quality, stored).filter(isWanted)
  const groups = rungGroups(rungs)
  for (const [place, group] of groups.entries())
    await makeGroup(filling, group, (part) =>
      call.progress(
        (place + part) / groups.length,
        `Making ${group.map(({ name }) => name).join(', ')}`,
      ),
    )
}

/** Copies a source that cannot be cut in place. */
export const copyJob = job(assetCopy, {
  takesRoom: true,
  concurrency: 2,
  attemptsMax: 5,
  run: (call: Call) => storeRungs(call, isUrgent),
})

/** Stores whole renditions in idle time, so that later requests need no encoding. */
export const fillJob = job(assetFill, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 5,
  run: (call: Call) => storeRungs(call, (rung) => !isUrgent(rung)),
})
