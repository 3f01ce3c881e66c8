import { createHash } from 'node:crypto'
import type { App } from '@playhead/server-kit/app.ts'
import { respondWithBytes, bytesInMemory } from '../bytes/respond-with-bytes.ts'
import { shortHeaders } from '../bytes/cache-headers.ts'
import { isUuid } from '../is-uuid.ts'
import {
  assetOfAccess,
  isLive,
  openAccess,
  openPlayback,
  type Playback,
} from '../access/open-playback.ts'
import { refuseStoppedDelivery } from '../access/delivery-check.ts'
import { serveLiveMultivariant, serveLivePlaylist } from '../live/serve-live.ts'
import { findTextTrack, listStoredRenditions, listTextTracks } from '../playback.sql.ts'
import type { PlaybackHandler } from '../playback-route.ts'
import { readPlaylistOptions } from './playlist-options.ts'
import { noSuchPart } from '../access/refusal.ts'
import { allowedRungs, playableRungs, renditionOf, stretchesOf } from './renditions.ts'
import { segmentFacts } from './segment-facts.ts'
import {
  keyframePlaylist,
  mediaPlaylist,
  multivariantPlaylist,
  textPlaylist,
} from './write-playlists.ts'

const answerPlaylist = (request: Request, playback: Playback, text: string) => {
  const bytes = Buffer.from(text)
  return respondWithBytes(request, bytesInMemory(bytes), {
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    headers: {
      'content-type': 'application/vnd.apple.mpegurl',
      ...shortHeaders(playback),
    },
  })
}

/** `/{playback id}.m3u8` */
export const serveMultivariant =
  (app: App): PlaybackHandler =>
  async (request, { file = '' }) => {
    const id = file.slice(0, -'.m3u8'.length)
    const access = await openAccess(app, request, { id, audience: 'v' })
    await refuseStoppedDelivery(app, access)
    if (isLive(access)) return serveLiveMultivariant(access)
    const playback = await assetOfAccess(access)
    const { environment, asset, query } = playback
    const options = readPlaylistOptions(playback.options, asset.media.duration)
    const [stored, textTracks] = await Promise.all([
      listStoredRenditions(environment, asset.id),
      listTextTracks(environment, asset.id),
    ])
    const facts = await segmentFacts(app, environment, asset, stored)
    const text = multivariantPlaylist({
      playbackId: id,
      media: asset.media,
      rungs: playableRungs(
        asset.media,
        stored.map(({ name }) => name),
      ),
      facts,
      textTracks,
      options,
      query: query.playlists,
    })
    return answerPlaylist(request, playback, text)
  }

/** `/{playback id}/{rendition}.m3u8`, and `-iframes.m3u8` of a picture with its keyframes alone. */
export const serveMediaPlaylist =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }) => {
    const access = await openAccess(app, request, { id, audience: 'v', acceptsGrant: true })
    if (isLive(access)) {
      await refuseStoppedDelivery(app, access)
      return serveLivePlaylist(request, access, file.slice(0, -'.m3u8'.length))
    }
    const playback = await assetOfAccess(access)
    const { media } = playback.asset
    const options = readPlaylistOptions(playback.options, media.duration)
    const [, name = '', suffix] = /^(.*?)(-iframes)?\.m3u8$/.exec(file) ?? []
    const rendition = renditionOf(media, name)
    if (!rendition) throw noSuchPart()
    if (rendition.rung && playback.isSigned) {
      const allowed = allowedRungs(media.video?.rungs ?? [], options)
      if (!allowed.includes(rendition.rung)) throw noSuchPart()
    }
    const listed = {
      name: rendition.name,
      cuts: rendition.cuts,
      pictureCuts: media.video?.cuts ?? rendition.cuts,
      options,
      stretches: stretchesOf(media, rendition),
      query: playback.query.segments,
    }
    if (suffix === undefined) return answerPlaylist(request, playback, mediaPlaylist(listed))
    const { environment, asset } = playback
    const stored = await listStoredRenditions(environment, asset.id)
    const facts = await segmentFacts(app, environment, asset, stored)
    const keyframeBytes = facts.get(name)?.keyframeBytes
    if (!keyframeBytes) throw noSuchPart()
    return answerPlaylist(request, playback, keyframePlaylist(listed, keyframeBytes))
  }

/** `/{playback id}/text/{track}.m3u8` */
export const serveTextPlaylist =
  (app: App): PlaybackHandler =>
  async (request, { id = '', file = '' }) => {
    const playback = await openPlayback(app, request, { id, audience: 'v', acceptsGrant: true })
    const { environment, asset } = playback
    const trackId = file.slice(0, -'.m3u8'.length)
    const { start = 0, end = Infinity } = readPlaylistOptions(
      playback.options,
      asset.media.duration,
    )
    const track = isUuid(trackId) && (await findTextTrack(environment, asset.id, trackId))
    if (!track) throw noSuchPart()
    const duration = Math.min(end, asset.media.duration) - start
    return answerPlaylist(
      request,
      playback,
      textPlaylist(trackId, duration, playback.query.segments),
    )
  }
