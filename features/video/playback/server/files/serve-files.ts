import { countDelivery } from '@playhead/features/video/delivery-usage/server'
import { tierOf } from '@playhead/media/tiers.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { respondWithBytes, bytesInMemory } from '../bytes/respond-with-bytes.ts'
import { shortHeaders } from '../bytes/cache-headers.ts'
import { downloadHeader } from '../bytes/download-header.ts'
import { isUuid } from '../is-uuid.ts'
import { refuseStoppedDelivery } from '../access/delivery-check.ts'
import { openPlayback, type Playback } from '../access/open-playback.ts'
import { findStaticFile, findTextTrack, type StaticFileRow } from '../playback.sql.ts'
import type { PlaybackHandler } from '../playback-route.ts'
import { readPlaylistOptions } from '../playlists/playlist-options.ts'
import { noSuchPart, wholeFileRefused } from '../access/refusal.ts'
import { shortSide } from '../playlists/renditions.ts'
import { readStored, storedBytes } from '../bytes/stored-bytes.ts'
import { textOfClip } from './text-of-clip.ts'

const sizeOf = ({ width, height }: StaticFileRow) =>
  width !== null && height !== null ? { width, height } : undefined

/** A token grants the whole video unless its claims limit it. */
const partOf = ({ isSigned, options, asset }: Playback) => {
  if (!isSigned) return undefined
  const { start, end } = readPlaylistOptions(options, asset.media.duration)
  return start === undefined && end === undefined ? undefined : { start, end }
}

/** Files contain the whole video, so a token for a part of it does not grant them. */
const checkLimits = (playback: Playback, file: StaticFileRow) => {
  if (!playback.isSigned) return
  const { maxHeight = Infinity } = readPlaylistOptions(
    playback.options,
    playback.asset.media.duration,
  )
  const size = sizeOf(file)
  if (partOf(playback) || (size && shortSide(size) > maxHeight + 2)) throw wholeFileRefused()
}

/** `/{playback id}/{name}.mp4` and `.m4a`; `?download={name}` makes browsers save it under that name. */
export const serveStaticFile =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }) => {
    const playback = await openPlayback(app, request, { id, audience: 'v' })
    await refuseStoppedDelivery(app, playback)
    const { environment, asset } = playback
    const found = await findStaticFile(environment, asset.id, file)
    if (!found) throw noSuchPart()
    checkLimits(playback, found)
    const source = await storedBytes(app, found.storage_key)
    const size = sizeOf(found)
    return respondWithBytes(request, source, {
      etag: `${asset.id}-${file}-${source.totalBytes}`,
      headers: {
        'content-type': file.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4',
        ...shortHeaders(playback, 3600),
        ...downloadHeader(request, file),
      },
      onSend: (bytes) =>
        countDelivery(app, {
          environmentId: environment.id,
          assetId: asset.id,
          tier: tierOf(size),
          seconds: (asset.media.duration * bytes) / Math.max(1, source.totalBytes),
          bytes,
        }),
    })
  }

/** Maps the times of the text to those of the picture, for players of segments. */
const mapped = (vtt: string) =>
  vtt.includes('X-TIMESTAMP-MAP')
    ? vtt
    : vtt.replace(/^(\uFEFF?WEBVTT[^\n]*\n)/, '$1X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n')

const textTypes: Record<string, string> = {
  vtt: 'text/vtt; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

const serveText = async (
  app: App,
  request: Request,
  { id, trackId, form }: { id: string; trackId: string; form: 'vtt' | 'txt' | 'segment' },
) => {
  const playback = await openPlayback(app, request, {
    id,
    audience: 'v',
    acceptsGrant: form === 'segment',
  })
  const { environment, asset } = playback
  const track = isUuid(trackId) ? await findTextTrack(environment, asset.id, trackId) : undefined
  if (!track) throw noSuchPart()
  const key = form === 'txt' ? track.storage_key.replace(/\.vtt$/, '.txt') : track.storage_key
  const stored = await readStored(app, key)
  const limits = partOf(playback)
  if (limits && form !== 'segment') throw wholeFileRefused()
  const said = limits ? textOfClip(stored, limits) : stored.toString('utf8')
  const bytes = form === 'segment' ? Buffer.from(mapped(said)) : stored
  return respondWithBytes(request, bytesInMemory(bytes), {
    etag: `${track.id}-${form}-${bytes.length}`,
    headers: {
      'content-type': textTypes[form === 'txt' ? 'txt' : 'vtt'] ?? '',
      ...shortHeaders(playback, 60),
      ...(form !== 'segment' && downloadHeader(request, `${trackId}.${form}`)),
    },
  })
}

/** `/{playback id}/text/{track}.vtt` and `.txt` */
export const serveTextFile =
  (app: App): PlaybackHandler =>
  (request, { id = '', file = '' }) =>
    serveText(app, request, {
      id,
      trackId: file.slice(0, -'.vtt'.length),
      form: file.endsWith('.txt') ? 'txt' : 'vtt',
    })

/** `/{playback id}/text/{track}/0.vtt` */
export const serveTextSegment =
  (app: App): PlaybackHandler =>
  (request, { id = '', track = '' }) =>
    serveText(app, request, { id, trackId: track, form: 'segment' })
