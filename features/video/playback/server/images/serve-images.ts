import { makeAnimation } from '@playhead/media/images/make-animation.ts'
import { makeCover } from '@playhead/media/images/make-cover.ts'
import { makeThumbnail } from '@playhead/media/images/make-thumbnail.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { respondWithBytes, bytesInMemory } from '../bytes/respond-with-bytes.ts'
import { shortHeaders } from '../bytes/cache-headers.ts'
import {
  assetOfAccess,
  isLive,
  openAccess,
  openPlayback,
  type Playback,
} from '../access/open-playback.ts'
import { serveLiveThumbnail } from '../live/serve-live-thumbnail.ts'
import type { PlaybackHandler } from '../playback-route.ts'
import { imageBytes } from './image-maker.ts'
import { readAnimatedOptions, readThumbnailOptions, thumbnailNames } from './image-options.ts'
import { noCover, noMovingPicture } from './image-refusal.ts'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds
/** The default thumbnail can be changed, so it is cached for a short time only. */
const defaultSeconds = 60

const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
} as const
type ImageEnding = keyof typeof imageTypes

export const endingOf = (file: string) => file.slice(file.lastIndexOf('.') + 1) as ImageEnding

export const respondWithImage = (
  request: Request,
  playback: Playback,
  {
    bytes,
    ending,
    seconds,
    etag,
  }: { bytes: Buffer; ending: ImageEnding; seconds: number; etag: string },
) =>
  respondWithBytes(request, bytesInMemory(bytes), {
    etag: `${playback.asset.id}-${etag}-${bytes.length}`,
    headers: { 'content-type': imageTypes[ending], ...shortHeaders(playback, seconds) },
  })

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

/** `/{playback id}/thumbnail.{jpg|png|webp}` */
export const serveThumbnail =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }, network) => {
    const access = await openAccess(app, request, { id, audience: 't' })
    if (isLive(access)) return serveLiveThumbnail(app, request, access, { file, network })
    const playback = await assetOfAccess(access)
    const { asset, environment } = playback
    const { time, ...shape } = readThumbnailOptions(playback.options)
    const format = endingOf(file) as 'jpg' | 'png' | 'webp'
    const { thumbnail_time: chosen, media: map } = asset
    const shown = rounded(time ?? chosen ?? map.duration / 2)
    const isPlain = thumbnailNames.every((name) => playback.options[name] === undefined)
    const options = map.video ? { ...shape, format, time: shown } : { ...shape, format }
    const bytes = await imageBytes(
      app,
      {
        environment,
        asset,
        name: 'thumbnail',
        options,
        ending: format,
        range: { start: shown, end: shown },
        stored: isPlain ? `thumbnail-${Math.round(shown * 1000)}.${format}` : undefined,
        make: async (media, work) => {
          if (map.video) return makeThumbnail(media, work, { ...options, time: shown })
          const cover = await makeCover(media, work, options)
          if (!cover) throw noCover()
          return cover
        },
      },
      { signal: request.signal, network },
    )
    return respondWithImage(request, playback, {
      bytes,
      ending: format,
      seconds: time === undefined ? defaultSeconds : daySeconds,
      etag: `thumbnail-${format}-${shown}`,
    })
  }

/** `/{playback id}/animated.{gif|webp}` */
export const serveAnimated =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }, network) => {
    const playback = await openPlayback(app, request, { id, audience: 'g' })
    const { asset, environment } = playback
    if (!asset.media.video) throw noMovingPicture()
    const format = endingOf(file) as 'gif' | 'webp'
    const options = { ...readAnimatedOptions(playback.options, asset.media.duration), format }
    const bytes = await imageBytes(
      app,
      {
        environment,
        asset,
        name: 'animated',
        options,
        ending: format,
        isExpensive: true,
        range: { start: options.start, end: options.end },
        make: (media, work) => makeAnimation(media, work, options),
      },
      { signal: request.signal, network },
    )
    const { start, end } = options
    return respondWithImage(request, playback, {
      bytes,
      ending: format,
      seconds: daySeconds,
      etag: `animated-${format}-${start}-${end}`,
    })
  }
