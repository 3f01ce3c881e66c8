import { storyboardJson, storyboardVtt } from '@playhead/media/images/describe-storyboard.ts'
import { planStoryboard } from '@playhead/media/images/storyboard.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { respondWithBytes, bytesInMemory } from '../bytes/respond-with-bytes.ts'
import { shortHeaders } from '../bytes/cache-headers.ts'
import { openPlayback, type Playback } from '../access/open-playback.ts'
import type { PlaybackHandler } from '../playback-route.ts'
import { readPlaylistOptions } from '../playlists/playlist-options.ts'
import { imageBytes } from './image-maker.ts'
import { readPictureFormat } from './image-options.ts'
import { noMovingPicture } from './image-refusal.ts'
import { storyboardImage } from './storyboard-image.ts'
import { respondWithImage, endingOf } from './serve-images.ts'

const daySeconds = 86_400
const timeNames = ['asset_start_time', 'asset_end_time'] as const

const partOf = ({ asset, options }: Playback) => {
  const times = Object.fromEntries(
    timeNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )
  const { start, end } = readPlaylistOptions(times, asset.media.duration)
  return { start, end, times }
}

const open = async (app: App, request: Request, id: string) => {
  const playback = await openPlayback(app, request, { id, audience: 's' })
  if (!playback.asset.media.video) throw noMovingPicture()
  const part = partOf(playback)
  return { playback, part, board: planStoryboard(playback.asset.media, part) }
}

/** `/{playback id}/storyboard.{jpg|png|webp}` */
export const serveStoryboard =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }, network) => {
    const { playback, part, board } = await open(app, request, id)
    const { asset, environment } = playback
    const format = endingOf(file) as 'jpg' | 'png' | 'webp'
    const isWhole = part.start === undefined && part.end === undefined
    const sheet = { environment, asset, board, format, isWhole }
    const bytes = await imageBytes(app, storyboardImage(sheet), {
      signal: request.signal,
      network,
    })
    return respondWithImage(request, playback, {
      bytes,
      ending: format,
      seconds: daySeconds,
      etag: `storyboard-${format}-${board.start}-${board.end}`,
    })
  }

/** The sheet needs the same access as its description, so it gets the same query. */
const sheetOf = (request: Request, { isSigned }: Playback, times: Record<string, string>) => {
  const search = new URL(request.url).searchParams
  const format = readPictureFormat(search.get('format'))
  const token = search.get('token')
  const query = new URLSearchParams(isSigned ? (token ? { token } : {}) : times)
  return `storyboard.${format}${query.size > 0 ? `?${query.toString()}` : ''}`
}

const answerText = (request: Request, playback: Playback, text: string, type: string) => {
  const bytes = Buffer.from(text)
  return respondWithBytes(request, bytesInMemory(bytes), {
    etag: `${playback.asset.id}-storyboard-${type.length}-${bytes.length}`,
    headers: { 'content-type': `${type}; charset=utf-8`, ...shortHeaders(playback, daySeconds) },
  })
}

/** `/{playback id}/storyboard.vtt`: the sheet's address is relative, so it works under every name of this host. */
export const serveStoryboardVtt =
  (app: App): PlaybackHandler =>
  async (request, { id = '' }) => {
    const { playback, part, board } = await open(app, request, id)
    const text = storyboardVtt(board, sheetOf(request, playback, part.times))
    return answerText(request, playback, text, 'text/vtt')
  }

/** `/{playback id}/storyboard.json` */
export const serveStoryboardJson =
  (app: App): PlaybackHandler =>
  async (request, { id = '' }) => {
    const { playback, part, board } = await open(app, request, id)
    const address = `${app.settings.publicUrl}/${id}/${sheetOf(request, playback, part.times)}`
    const text = JSON.stringify(storyboardJson(board, address))
    return answerText(request, playback, text, 'application/json')
  }
