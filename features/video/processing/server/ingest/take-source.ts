import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Probe } from '@playhead/media/probe.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import { joinTimelines } from '@playhead/media/timelines/join-timelines.ts'
import { adoptMediaFile } from '@playhead/media-store/store-media-file.ts'
import { insertMediaFile } from '@playhead/media-store/media-files.sql.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { linkOrCopy } from '@playhead/media-store/link-or-copy.ts'
import { originalKeyOf, sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import { burnOverlays } from './burn-overlays.ts'
import { type Clip, clipAgain, fetchMainInput, fetchOverlays, uploadedFile } from './fetch-input.ts'
import { refuseUnusable } from './refuse-unusable.ts'
import type { ProgressStep, Step } from './step.ts'

export interface Source {
  probe: Probe
  /** The probe of the input file, before images were burnt into the picture. */
  original: Probe
  /** The part that is cut from the file, in seconds of it. */
  clip: Clip | undefined
}

/** Moves a second link to the file into storage, so that the job folder keeps one. */
const keep = async (
  { app, environment, asset, folder }: Step,
  keyOf: typeof sourceKeyOf,
  fileName: string,
) => {
  const key = keyOf(environment.id, asset.id)
  const handed = join(folder, `${fileName}.handed`)
  await linkOrCopy(join(folder, fileName), handed)
  await adoptMediaFile(app, environment, { key, assetId: asset.id }, handed)
}

const takeStored = async (step: Step): Promise<Source | undefined> => {
  const { app, environment, asset, folder, media, signal } = step
  const key = sourceKeyOf(environment.id, asset.id)
  const stored = await app.storage.stat(key)
  if (!stored) return undefined
  await insertMediaFile(environment, { key, assetId: asset.id, bytes: stored.bytes })
  await downloadStored(app, key, folder, 'source')
  const probe = await probeFile(media, folder, 'source', { signal })
  return { probe, original: probe, clip: await clipAgain(step) }
}

const layOver = async (step: ProgressStep, original: Probe) => {
  const overlays = await fetchOverlays(step)
  if (overlays.length === 0) return original
  const { folder, media, signal } = step
  const burned = await burnOverlays(media, { ...step, probe: original, overlays })
  await keep(step, originalKeyOf, 'source')
  await rm(join(folder, 'source'))
  await rename(join(folder, burned), join(folder, 'source'))
  return probeFile(media, folder, 'source', { signal })
}

const bringSource = async (step: ProgressStep): Promise<Source> => {
  const clip = await fetchMainInput(step)
  await joinTimelines(step.folder, 'source', step.signal)
  const original = await probeFile(step.media, step.folder, 'source', { signal: step.signal })
  refuseUnusable(original, step.asset)
  const probe = await layOver(step, original)
  await keep(step, sourceKeyOf, 'source')
  return { probe, original, clip }
}

/**
 * Fetches the file, probes it and stores it; afterwards it is `source` in the job folder. A file
 * that an earlier attempt stored is not fetched again.
 */
export const takeSource = async (step: ProgressStep): Promise<Source> => {
  const source = (await takeStored(step)) ?? (await bringSource(step))
  const uploaded = uploadedFile(step)
  if (uploaded !== undefined) await rm(uploaded, { force: true })
  return source
}
