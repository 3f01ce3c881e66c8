import { ApiError } from '@playhead/contract-kit/errors.ts'
import { findLiveStream } from '@playhead/features/video/live-streams/server'
import {
  type Access,
  assetOfAccess,
  isLive,
  openAccess,
  type Playback,
  type PlaybackHandler,
} from '@playhead/features/video/playback/server'
import type { App } from '@playhead/server-kit/app.ts'
import { playerPage, sayingPage } from './page-html.ts'

/** Allows scripts, pictures and streams of this host only; inline styles for the player's parts. */
const policyFor = (kind: 'watch' | 'embed') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${kind === 'embed' ? '*' : "'none'"}`,
  ].join('; ')

const answer = (kind: 'watch' | 'embed', html: string, status = 200) =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(kind),
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(kind === 'watch' && { 'cross-origin-resource-policy': 'same-origin' }),
    },
  })

const detailOf = (duration: number) => {
  const seconds = Math.round(duration)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return `${hours} h ${minutes} m`
  return minutes > 0 ? `${minutes} m ${seconds % 60} s` : `${seconds} s`
}

const isSet = (search: URLSearchParams, name: string) =>
  search.has(name) && !['false', '0'].includes(search.get(name) ?? '')

const secondsOf = (search: URLSearchParams) => {
  const given = Number(search.get('time') ?? 'none')
  return given >= 0 ? given : undefined
}

const tokensOf = (search: URLSearchParams) =>
  Object.fromEntries(
    [
      ['video', 'token'],
      ['thumbnail', 'thumbnail-token'],
      ['storyboard', 'storyboard-token'],
    ].flatMap(([name, parameter = '']) => {
      const value = search.get(parameter)
      return value === null ? [] : [[name, value]]
    }),
  )

const titleOf = ({ asset }: Playback) =>
  asset.title?.trim() || (asset.media.video ? 'Untitled video' : 'Untitled audio')

type Kind = 'watch' | 'embed'

const previewOf = ({ settings: { publicUrl } }: App, { isSigned, playbackId }: Access) =>
  isSigned
    ? undefined
    : {
        page: `${publicUrl}/watch/${playbackId}`,
        image: `${publicUrl}/${playbackId}/thumbnail.jpg`,
        embed: `${publicUrl}/embed/${playbackId}`,
      }

const pageOf = (kind: Kind) => (kind === 'embed' ? 'iframe' : 'watchpage')

const show = (app: App, kind: Kind, search: URLSearchParams, playback: Playback) => {
  const { asset, playbackId, isSigned, environmentKey } = playback
  const isAudioOnly = !asset.media.video
  const { width = 16, height = 9 } = asset.media.video ?? {}
  return playerPage({
    kind,
    build: app.build,
    title: titleOf(playback),
    detail: detailOf(asset.media.duration),
    isAudioOnly,
    preview: previewOf(app, playback),
    source: {
      playbackId,
      title: titleOf(playback),
      isAudioOnly,
      aspectRatio: `${width}:${height}`,
      tokens: isSigned ? tokensOf(search) : {},
      startTime: secondsOf(search),
      autoplays: isSet(search, 'autoplay'),
      isMuted: isSet(search, 'muted'),
      loops: isSet(search, 'loop'),
      ...(environmentKey !== null && {
        report: { environmentKey, assetId: asset.id, page: pageOf(kind) },
      }),
    },
  })
}

type LiveAccess = Access & { live: NonNullable<Access['live']> }

/** A broadcast that runs now. The asset it is recorded to plays from its beginning, the live stream near its end. */
const showLive = async (app: App, kind: Kind, search: URLSearchParams, access: LiveAccess) => {
  const { playbackId, isSigned, environment, environmentKey, found, live } = access
  const isRecording = found.live_stream_id === null
  if (!live.window.isPlayable || (live.window.isEnded && !isRecording))
    throw new ApiError('not_broadcasting')
  const stream = await findLiveStream(environment, live.liveStreamId)
  const picture = live.window.renditions.find((one) => one.kind === 'video')?.pieces[0]
  const title = stream?.title?.trim() || (picture ? 'Live video' : 'Live audio')
  return playerPage({
    kind,
    build: app.build,
    title,
    detail: 'Live',
    isAudioOnly: !picture,
    preview: previewOf(app, access),
    source: {
      playbackId,
      title,
      isAudioOnly: !picture,
      aspectRatio: picture ? `${picture.width}:${picture.height}` : undefined,
      tokens: isSigned ? tokensOf(search) : {},
      isLive: true,
      isRecording,
      autoplays: isSet(search, 'autoplay'),
      isMuted: isSet(search, 'muted'),
      ...(environmentKey !== null && {
        report: {
          environmentKey,
          assetId: live.assetId,
          liveStreamId: live.liveStreamId,
          page: pageOf(kind),
        },
      }),
    },
  })
}

const retrySeconds = 5

const notStarted = {
  heading: 'This live stream has not started.',
  sentence: 'It will play here once it starts.',
  again: retrySeconds,
}

const refuse = (app: App, kind: Kind, error: ApiError) => {
  if (error.code === 'not_broadcasting')
    return answer(kind, sayingPage({ kind, build: app.build, ...notStarted }), error.status)
  const isPreparing = /being prepared/.test(error.message)
  const heading = isPreparing
    ? 'Almost there'
    : error.status === 403
      ? 'This video is private'
      : 'This video is not available'
  const sentence =
    error.status === 403
      ? 'The link is incomplete, was changed, or is no longer valid. Ask the person who gave it to you for a new one.'
      : error.message
  const html = sayingPage({
    kind,
    build: app.build,
    heading,
    sentence,
    again: isPreparing ? retrySeconds : undefined,
  })
  return answer(kind, html, error.status)
}

/** `/watch/{playback id}` and, for embedding in other pages, `/embed/{playback id}` */
export const servePage =
  (app: App, kind: 'watch' | 'embed'): PlaybackHandler =>
  async (request, { id = '' }) => {
    const search = new URL(request.url).searchParams
    try {
      const access = await openAccess(app, request, { id, audience: 'v' })
      const html = isLive(access)
        ? await showLive(app, kind, search, access)
        : show(app, kind, search, await assetOfAccess(access))
      return answer(kind, html)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return refuse(app, kind, error)
      throw error
    }
  }
