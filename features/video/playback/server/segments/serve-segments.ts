import { countDelivery } from '@playhead/features/video/delivery-usage/server'
import { mediaTimescale } from '@playhead/media/media-map.ts'
import { tierOf } from '@playhead/media/tiers.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { respondWithBytes } from '../bytes/respond-with-bytes.ts'
import { segmentHeaders, shortHeaders } from '../bytes/cache-headers.ts'
import {
  assetOfAccess,
  isLive,
  openAccess,
  type Playback,
  recordingOfAccess,
} from '../access/open-playback.ts'
import { serveLiveFile } from '../live/serve-live.ts'
import type { PlaybackHandler } from '../playback-route.ts'
import { readPlaylistOptions } from '../playlists/playlist-options.ts'
import { noSuchPart } from '../access/refusal.ts'
import { allowedRungs, type Rendition, renditionOf } from '../playlists/renditions.ts'
import { segmentRange } from './segment-range.ts'
import { segmentBytes } from './segment-source.ts'

/** A token or code for a part of a video grants no other part. */
const isWithinLimits = (playback: Playback, rendition: Rendition, index: number) => {
  if (!playback.isSigned) return true
  const { media } = playback.asset
  const options = readPlaylistOptions(playback.options, media.duration)
  const range = segmentRange(rendition.cuts, media.video?.cuts ?? rendition.cuts, options)
  if (index >= 0 && (index < range.first || index > range.last)) return false
  return !rendition.rung || allowedRungs(media.video?.rungs ?? [], options).includes(rendition.rung)
}

/** Sound next to a picture is not counted as delivery; a part of a segment counts in proportion. */
const count = (
  app: App,
  playback: Playback,
  rendition: Rendition,
  index: number,
  { bytes, totalBytes }: { bytes: number; totalBytes: number },
) => {
  const { asset, environment } = playback
  const seconds = ((rendition.cuts[index + 1] ?? 0) - (rendition.cuts[index] ?? 0)) / mediaTimescale
  const isCounted = rendition.kind === 'video' || !asset.media.video
  countDelivery(app, {
    environmentId: environment.id,
    assetId: asset.id,
    tier: tierOf(rendition.rung ?? asset.media.video),
    seconds: isCounted ? (seconds * bytes) / totalBytes : 0,
    bytes,
  })
}

/** Initialisation segments have numbers below zero. Undefined for a part of a segment: only a broadcast has these. */
const indexOf = (file: string) => {
  const [, piece] = /^init-(\d+)\.mp4$/.exec(file) ?? []
  if (piece !== undefined) return -1 - Number(piece)
  if (file === 'init.mp4') return -1
  return /^\d+\.m4s$/.test(file) ? Number.parseInt(file, 10) : undefined
}

/** `/{playback id}/{rendition}/init.mp4` and `/{playback id}/{rendition}/{n}.m4s` */
export const serveSegment =
  (app: App): PlaybackHandler =>
  async (request, { id = '', rendition: name = '', file = '' }, network) => {
    const access = await openAccess(app, request, { id, audience: 'v', acceptsGrant: true })
    const live = isLive(access)
      ? await serveLiveFile(app, request, access, { rendition: name, file })
      : undefined
    if (live) return live
    const playback = await (isLive(access) ? recordingOfAccess(access) : assetOfAccess(access))
    const rendition = renditionOf(playback.asset.media, name)
    const index = indexOf(file)
    if (!rendition || index === undefined || index >= rendition.cuts.length - 1) throw noSuchPart()
    if (!isWithinLimits(playback, rendition, index)) throw noSuchPart()
    const source = await segmentBytes(app, playback, name, index, {
      signal: request.signal,
      network,
    })
    const { totalBytes, isProvisional = false } = source
    return respondWithBytes(request, source, {
      // Provisional and stored segments play alike, but their bytes differ.
      etag: `${playback.asset.id}-${name}-${index}-${totalBytes}${isProvisional ? '-early' : ''}`,
      headers: {
        'content-type': rendition.kind === 'video' ? 'video/mp4' : 'audio/mp4',
        ...(isProvisional ? shortHeaders(playback) : segmentHeaders(playback)),
      },
      ...(index >= 0 &&
        !(isLive(access) && access.isPreview) && {
          onSend: (bytes) => count(app, playback, rendition, index, { bytes, totalBytes }),
        }),
    })
  }
