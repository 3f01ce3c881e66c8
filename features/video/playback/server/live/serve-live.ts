import { countDelivery } from '@playhead/features/video/delivery-usage/server'
import type { LiveView } from '@playhead/features/video/broadcasts/server'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { type LiveBytes, readLiveBytes } from '@playhead/media/live/live-bytes.ts'
import { mediaTimescale } from '@playhead/media/media-map.ts'
import { tierOf } from '@playhead/media/tiers.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Access } from '../access/open-playback.ts'
import { noSuchPart } from '../access/refusal.ts'
import { segmentHeaders } from '../bytes/cache-headers.ts'
import { bytesInMemory, respondWithBytes } from '../bytes/respond-with-bytes.ts'
import { isOpenTo, variantsOf, withinOf } from './live-limits.ts'
import { readDirectives } from './read-directives.ts'

export type LiveAccess = Access & { live: LiveView }

const playlistType = 'application/vnd.apple.mpegurl'

/** Of an asset, a playlist that was asked for by its number never changes; others are old within a second. */
const cacheOf = ({ isSigned, found }: Access, isNumbered: boolean) =>
  `${isSigned ? 'private' : 'public'}, max-age=${isNumbered && found.live_stream_id === null ? 60 : 1}`

const takesGzip = (request: Request) =>
  request.headers.get('accept-encoding')?.includes('gzip') ?? false

/** `/{playback id}.m3u8` during a broadcast */
export const serveLiveMultivariant = (access: LiveAccess): Response => {
  const { window, closedCaptions } = access.live
  if (!window.isPlayable) throw new ApiError('not_broadcasting')
  withinOf(access)
  const variants = variantsOf(access)
  const text = window.multivariant({
    prefix: `${access.playbackId}/`,
    query: access.query.playlists,
    closedCaptions,
    choose: () => variants,
  })
  return new Response(text, {
    headers: { 'content-type': playlistType, 'cache-control': cacheOf(access, false) },
  })
}

/** `/{playback id}/{rendition}.m3u8` during a broadcast: the last part of it, or all of it under the id of the asset. */
export const serveLivePlaylist = async (
  request: Request,
  access: LiveAccess,
  rendition: string,
): Promise<Response> => {
  const directives = readDirectives(request)
  const { live, found } = access
  if (!live.window.isPlayable) throw new ApiError('not_broadcasting')
  if (!isOpenTo(access, rendition, -1)) throw noSuchPart()
  const answer = await live.window.playlist({
    rendition,
    kind: found.live_stream_id === null ? 'event' : 'window',
    ...directives,
    within: withinOf(access),
    query: access.query.segments,
    signal: request.signal,
  })
  if (answer.status !== 200) throw refusalFor(answer)
  const headers = {
    'content-type': playlistType,
    'cache-control': cacheOf(access, directives.msn !== undefined),
    vary: 'accept-encoding',
  }
  if (!answer.zipped || !takesGzip(request)) return new Response(answer.text, { headers })
  const zipped = await answer.zipped()
  return new Response(new Uint8Array(zipped), {
    headers: { ...headers, 'content-encoding': 'gzip' },
  })
}

const refusalFor = ({ status, message }: { status: 400 | 404 | 503; message: string }) => {
  if (status === 400) return new ApiError('invalid_parameters', { messages: [message] })
  if (status === 503)
    return new ApiError('unavailable', { messages: [message], retryAfterSeconds: 1 })
  return new ApiError('not_broadcasting')
}

const readingOf = (found: LiveBytes) => ({
  totalBytes: found.length,
  read: async ({ start, end }: { start: number; end: number }) =>
    (await readLiveBytes(found)).subarray(start, end + 1),
})

/** Sound beside a picture is not counted; a part counts in proportion. */
const count = (
  app: App,
  { live, isPreview }: LiveAccess,
  name: string,
  seconds: number,
  bytes: number,
) => {
  if (isPreview) return
  const renditions = live.window.renditions
  const rendition = renditions.find((one) => one.name === name)
  const [piece] = rendition?.pieces ?? []
  const picture = renditions.find(({ kind }) => kind === 'video')?.pieces[0]
  const isCounted = rendition?.kind === 'video' || !picture
  const size = rendition?.kind === 'video' ? piece : picture
  countDelivery(app, {
    environmentId: live.environmentId,
    assetId: live.assetId,
    tier: tierOf(size),
    seconds: isCounted ? seconds : 0,
    bytes,
  })
}

const secondsOf = ({ live }: LiveAccess, name: string, msn: number, part: number | undefined) => {
  const rendition = live.window.renditions.find((one) => one.name === name)
  const closed = rendition?.segments[msn]
  if (part === undefined) return closed ? (closed.end - closed.start) / mediaTimescale : 0
  const parts = closed?.parts ?? (rendition?.open?.msn === msn ? rendition.open.parts : [])
  return (parts[part]?.duration ?? 0) / mediaTimescale
}

/** `init.mp4`, `init-2.mp4`, `7.m4s` or `7.3.m4s` */
const readFileName = (
  file: string,
): { piece: number } | { msn: number; part: number | undefined } => {
  const [, , piece] = /^init(-(\d+))?\.mp4$/.exec(file) ?? []
  if (file.startsWith('init')) return { piece: Number(piece ?? 0) }
  const [, msn, , part] = /^(\d+)(\.(\d+))?\.m4s$/.exec(file) ?? []
  return { msn: Number(msn), part: part === undefined ? undefined : Number(part) }
}

/** Initialisation parts, segments and parts of a broadcast. Undefined for what is stored with the asset by now. */
export const serveLiveFile = async (
  app: App,
  request: Request,
  access: LiveAccess,
  { rendition, file }: { rendition: string; file: string },
): Promise<Response | undefined> => {
  const { window } = access.live
  const kind = window.renditions.find(({ name }) => name === rendition)?.kind
  if (!kind) throw noSuchPart()
  const headers = {
    'content-type': kind === 'video' ? 'video/mp4' : 'audio/mp4',
    ...segmentHeaders(access),
  }
  const etag = `${access.live.assetId}-${rendition}-${file}`
  const asked = readFileName(file)
  if (!isOpenTo(access, rendition, 'piece' in asked ? -1 : asked.msn)) throw noSuchPart()
  if ('piece' in asked) {
    const init = window.init(rendition, asked.piece)
    if (!init) throw noSuchPart()
    return respondWithBytes(request, bytesInMemory(init), { etag, headers })
  }
  const { msn, part } = asked
  const found =
    part === undefined
      ? window.segment(rendition, msn)
      : await window.part(rendition, { msn, index: part }, request)
  if (!found) throw noSuchPart()
  const seconds = secondsOf(access, rendition, msn, part)
  try {
    return await respondWithBytes(request, readingOf(found), {
      etag,
      headers,
      onSend: (bytes) => count(app, access, rendition, (seconds * bytes) / found.length, bytes),
    })
  } catch (error) {
    // The files have just moved to the asset.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && window.isEnded)
      return undefined
    throw error
  }
}
