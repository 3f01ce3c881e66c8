import { makeThumbnail } from '@playhead/media/images/make-thumbnail.ts'
import { readLiveBytes } from '@playhead/media/live/live-bytes.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shortHeaders } from '../bytes/cache-headers.ts'
import { bytesInMemory, respondWithBytes } from '../bytes/respond-with-bytes.ts'
import { imageBytes } from '../images/image-maker.ts'
import { readThumbnailOptions } from '../images/image-options.ts'
import { noMovingPicture } from '../images/image-refusal.ts'
import type { LiveAccess } from './serve-live.ts'

/** The newest picture is made at most this often. */
const everyMs = 10_000

const types = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

/** A map of one segment alone. */
const mapOfSegment = (
  { width, height }: { width: number; height: number },
  { start, end }: { start: number; end: number },
  frameRate: number,
): MediaMap => ({
  version: 1,
  duration: (end - start) / 90_000,
  audio: [],
  video: {
    stream: 0,
    width,
    height,
    frameRate,
    isVariableFrameRate: false,
    rotation: 0,
    isHdr: false,
    cuts: [0, end - start],
    startTicks: start,
    canCopy: true,
    rungs: [],
  },
})

interface Newest {
  until: number
  msn: number
}

const newestBy = new Map<string, Newest>()

/** The same picture for ten seconds, whoever asks. */
const shownSegment = (broadcastId: string, newest: number) => {
  const known = newestBy.get(broadcastId)
  if (known && known.until > Date.now()) return known.msn
  newestBy.delete(broadcastId)
  const oldest = newestBy.keys().next().value
  if (newestBy.size > 1000 && oldest !== undefined) newestBy.delete(oldest)
  newestBy.set(broadcastId, { until: Date.now() + everyMs, msn: newest })
  return newest
}

/** `/{playback id}/thumbnail.{jpg|png|webp}` during a broadcast: a picture of the last seconds. */
export const serveLiveThumbnail = async (
  app: App,
  request: Request,
  access: LiveAccess,
  { file, network }: { file: string; network: string },
): Promise<Response> => {
  const { live, environment } = access
  const { window } = live
  const { time: _, ...shape } = readThumbnailOptions(access.options)
  const format = file.slice(file.lastIndexOf('.') + 1) as keyof typeof types
  const source = window.renditions.find(({ kind }) => kind === 'video')
  const newest = window.newestPicture()
  if (!source || !newest) throw noMovingPicture()
  const msn = shownSegment(live.broadcastId, newest.msn)
  const segment = source.segments[msn]
  const bytes = window.segment(source.name, msn)
  const piece = segment && source.pieces[segment.piece]
  if (!segment || !bytes || !piece) throw noMovingPicture()
  const media = mapOfSegment(piece, segment, window.frameRate)
  const picture = await imageBytes(
    app,
    {
      environment,
      asset: { id: live.assetId, media },
      name: 'live thumbnail',
      options: { ...shape, format, msn },
      ending: format,
      bring: async (folder) => {
        await writeFile(join(folder, 'source'), [piece.init, await readLiveBytes(bytes)])
      },
      make: (found, work) => makeThumbnail(found, work, { ...shape, format, time: 0 }),
    },
    { signal: request.signal, network },
  )
  return respondWithBytes(request, bytesInMemory(picture), {
    etag: `${live.assetId}-live-${msn}-${format}-${picture.length}`,
    headers: { 'content-type': types[format], ...shortHeaders(access, everyMs / 1000) },
  })
}
