import { join } from 'node:path'
import type { InputSettings } from '@playhead/features/video/assets/contract'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { downloadTo, DownloadFailed } from '@playhead/server-kit/outbound/outbound-stream.ts'
import { OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { linkOrCopy } from '@playhead/media-store/link-or-copy.ts'
import { originalKeyOf } from '@playhead/media-store/media-keys.ts'
import { bringWhole } from '../bring-source.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { findClipSource } from './ingest.sql.ts'
import { findLocalInput } from './local-input.ts'
import type { ProgressStep, Step } from './step.ts'

export interface Clip {
  start: number
  end: number
}

const hour = 3_600_000
const fileTimeoutMs = 6 * hour
const overlayTimeoutMs = 60_000
const overlayBytesMax = 20_000_000

/** A failure that a retry cannot fix becomes a message for people. */
const download = async (
  { app, signal, folder, onProgress }: ProgressStep,
  url: string,
  fileName: string,
  limits: { bytesMax: number; timeoutMs: number },
) => {
  try {
    await downloadTo(app.settings, url, join(folder, fileName), {
      ...limits,
      signal,
      hasRoomFor: (bytes) => app.disk.hasRoomFor(bytes),
      onProgress: (bytes, total) => onProgress(total ? bytes / total : 0),
    })
  } catch (error) {
    const isFinal =
      error instanceof OutboundRefused || (error instanceof DownloadFailed && !error.isTransient)
    throw isFinal ? new InputRefused(error.message) : error
  }
}

/** The finished file of an upload, if the asset has one. */
export const uploadedFile = ({ app, asset }: Pick<Step, 'app' | 'asset'>) =>
  asset.upload_id === null ? undefined : join(app.settings.dataFolder, 'uploads', asset.upload_id)

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const takeUpload = async ({ folder }: Step, file: string) => {
  const source = join(folder, 'source')
  try {
    await linkOrCopy(file, source)
  } catch (error) {
    throw isMissing(error) ? new InputRefused('The uploaded file no longer exists.') : error
  }
}

const twoDigits = (seconds: number) => Math.round(seconds * 100) / 100

/** A clip of a clip is cut from the same file. */
const clipOf = async (
  { environment, asset }: Step,
  input: InputSettings | undefined,
): Promise<Clip> => {
  const source = await findClipSource(environment, asset.source_asset_id ?? '')
  if (!source) throw new InputRefused('The asset that the clip is made from no longer exists.')
  const first = source.clip_start ?? 0
  const duration = source.duration ?? 0
  const start = input?.start_time ?? 0
  if (start >= duration)
    throw new InputRefused(
      `The clip begins at ${twoDigits(start)} seconds, but the asset has only ${twoDigits(duration)}.`,
    )
  return { start: first + start, end: first + Math.min(input?.end_time ?? duration, duration) }
}

/** For a file that an earlier attempt has fetched. */
export const clipAgain = (step: Step) =>
  step.asset.source_asset_id === null ? undefined : clipOf(step, step.asset.inputs[0])

const takeClipped = async (step: Step, sourceId: string) => {
  const { app, environment, asset } = step
  const original = originalKeyOf(environment.id, sourceId)
  const isWithoutOverlays =
    !asset.copies_overlays && (await app.storage.stat(original)) !== undefined
  const { folder, media, signal } = step
  if (isWithoutOverlays) return downloadStored(app, original, folder, 'source')
  const map = await readMediaMap(environment, sourceId)
  if (!map) throw new InputRefused('The asset that the clip is made from no longer exists.')
  const place = { id: sourceId, environmentId: environment.id, media: map }
  return bringWhole(app, media, place, folder, signal)
}

/** Fetches the main file into the job folder as `source`; returns the clip to cut from it. */
export const fetchMainInput = async (step: ProgressStep): Promise<Clip | undefined> => {
  const { asset, app } = step
  const [input] = asset.inputs
  const uploaded = uploadedFile(step)
  if (uploaded !== undefined) {
    await takeUpload(step, uploaded)
    return undefined
  }
  if (asset.source_asset_id !== null) {
    const clip = await clipOf(step, input)
    await takeClipped(step, asset.source_asset_id)
    return clip
  }
  if (!input?.url) throw new InputRefused('There is no address to fetch the file from.')
  const local = await findLocalInput(app, input.url)
  if (local !== undefined) await linkOrCopy(local, join(step.folder, 'source'))
  else
    await download(step, input.url, 'source', {
      bytesMax: app.settings.fileBytesMax,
      timeoutMs: fileTimeoutMs,
    })
  return undefined
}

/** Fetches the images to lay over the picture, in their order. */
export const fetchOverlays = async (step: ProgressStep) => {
  const overlays = step.asset.inputs
    .slice(1)
    .flatMap(({ url, overlay_settings: settings }) =>
      url !== undefined && settings ? [{ url, settings }] : [],
    )
  return Promise.all(
    overlays.map(async ({ url, settings }, index) => {
      const fileName = `overlay${index}`
      await download({ ...step, onProgress: () => {} }, url, fileName, {
        bytesMax: overlayBytesMax,
        timeoutMs: overlayTimeoutMs,
      })
      return { fileName, settings }
    }),
  )
}
