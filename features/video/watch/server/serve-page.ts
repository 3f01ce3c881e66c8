import { ApiError } from '@playhead/contract-kit/errors.ts'
import {
  openPlayback,
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

const show = (app: App, kind: 'watch' | 'embed', search: URLSearchParams, playback: Playback) => {
  const { asset, playbackId, isSigned, environmentKey } = playback
  const { publicUrl } = app.settings
  const isAudioOnly = !asset.media.video
  const { width = 16, height = 9 } = asset.media.video ?? {}
  return playerPage({
    kind,
    build: app.build,
    title: titleOf(playback),
    detail: detailOf(asset.media.duration),
    isAudioOnly,
    preview: isSigned
      ? undefined
      : {
          page: `${publicUrl}/watch/${playbackId}`,
          image: `${publicUrl}/${playbackId}/thumbnail.jpg`,
          embed: `${publicUrl}/embed/${playbackId}`,
        },
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
      report: {
        environmentKey,
        assetId: asset.id,
        page: kind === 'embed' ? 'iframe' : 'watchpage',
      },
    },
  })
}

const retrySeconds = 5

const refuse = (app: App, kind: 'watch' | 'embed', error: ApiError) => {
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
      const playback = await openPlayback(app, request, { id, audience: 'v' })
      return answer(kind, show(app, kind, search, playback))
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return refuse(app, kind, error)
      throw error
    }
  }
