import { cancelJobs, enqueue } from '@playhead/server-kit/jobs/enqueue.sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { onePartsOf } from './asset-parts.ts'
import type { AssetParts } from './asset-row.ts'
import { findAsset } from './assets.sql.ts'
import { masterOpeningOf } from './master-file.ts'

/** What goes goes first: the same file may be made anew right after. */
const priorities = { ingest: 0, removal: 5, parts: 10, images: 40 } as const

const masterJobKey = (assetId: string, secret: string) => `${assetId}/${masterOpeningOf(secret)}`

export const enqueueIngest = ({ id, postgres }: Environment, assetId: string) =>
  enqueue(postgres, {
    kind: 'asset.ingest',
    payload: { assetId },
    environmentId: id,
    uniqueKey: assetId,
    priority: priorities.ingest,
  })

const enqueuePart =
  (
    kind: string,
    name: 'trackId' | 'staticRenditionId' | 'assetId',
    priority: number = priorities.parts,
  ) =>
  (environment: Environment, id: string) =>
    enqueue(environment.postgres, {
      kind,
      payload: { [name]: id },
      environmentId: environment.id,
      uniqueKey: id,
      priority,
    })

/** A generated text says of which of the sounds, which may have come from another file. */
export const enqueueTrack = (
  { id: environmentId, postgres }: Environment,
  id: string,
  soundTrackId?: string,
) =>
  enqueue(postgres, {
    kind: 'track.make',
    payload: { trackId: id, ...(soundTrackId !== undefined && { soundTrackId }) },
    environmentId,
    uniqueKey: id,
    priority: priorities.parts,
  })

export const enqueueRendition = enqueuePart('rendition.make', 'staticRenditionId')
export const enqueueShots = enqueuePart('shots.make', 'assetId')
/** Those that came within the file. */
export const enqueueTexts = enqueuePart('texts.extract', 'assetId')
export const enqueueImages = enqueuePart('images.make', 'assetId', priorities.images)

/** Of this opening: another one is made anew, even while this one is still being made. */
export const enqueueMaster = ({ id, postgres }: Environment, assetId: string, secret: string) => {
  const opening = masterOpeningOf(secret)
  return enqueue(postgres, {
    kind: 'master.make',
    payload: { assetId, opening },
    environmentId: id,
    uniqueKey: masterJobKey(assetId, secret),
    priority: priorities.parts,
  })
}

/**
 * Everything that begins with the prefix goes, whatever it is. These jobs were told to end, and what one
 * of them stores until it has ended goes as well, even where the program is killed meanwhile.
 */
export const enqueueRemoval = (
  { id, postgres }: Environment,
  prefix: string,
  ending: readonly string[] = [],
) =>
  enqueue(postgres, {
    kind: 'media.remove',
    payload: { prefix, ...(ending.length > 0 && { ending }) },
    environmentId: id,
    uniqueKey: prefix,
    priority: priorities.removal,
  })

/** What was asked for before the asset was ready begins now; call it in the transaction that makes it ready. */
export const enqueueRequested = async (environment: Environment, assetId: string) => {
  const asset = await findAsset(environment, assetId)
  if (!asset) return
  const { tracks, renditions } = await onePartsOf(environment, asset)
  for (const { id, type, status } of tracks)
    if (status === 'preparing' && type !== 'video') await enqueueTrack(environment, id)
  for (const { id, status } of renditions)
    if (status === 'preparing') await enqueueRendition(environment, id)
  if (asset.shots_status === 'pending') await enqueueShots(environment, assetId)
  if (asset.master_status === 'preparing' && asset.master_secret !== null)
    await enqueueMaster(environment, assetId, asset.master_secret)
}

const kindsOfAsset = [
  'asset.ingest',
  'asset.sound',
  'asset.copy',
  'asset.fill',
  'images.make',
  'texts.extract',
  'shots.make',
]

/** Nobody needs what they make any more. Answers those that run until they notice. */
export const cancelJobsOf = async (
  { postgres }: Environment,
  { asset, tracks, renditions }: Omit<AssetParts, 'playbackIds'>,
) => {
  const jobs = [
    ...kindsOfAsset.map((kind) => ({ kind, uniqueKey: asset.id })),
    ...tracks.map(({ id }) => ({ kind: 'track.make', uniqueKey: id })),
    ...renditions.map(({ id }) => ({ kind: 'rendition.make', uniqueKey: id })),
  ]
  if (asset.master_secret !== null)
    jobs.push({ kind: 'master.make', uniqueKey: masterJobKey(asset.id, asset.master_secret) })
  const running: string[] = []
  for (const job of jobs) running.push(...(await cancelJobs(postgres, job)))
  return running
}
