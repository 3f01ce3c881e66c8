import { ApiError } from '@playhead/contract-kit/errors.ts'
import { playbackIdShape } from '@playhead/contract-kit/reference.ts'
import {
  liveOfAsset,
  liveOfStream,
  type LiveView,
} from '@playhead/features/video/broadcasts/server'
import { publicKeyOf } from '@playhead/features/system/signing-keys/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { boundOptions, type Grant, grantFor, verifyGrant } from './grant.ts'
import { isUuid } from '../is-uuid.ts'
import { assetOf, type PlaybackAsset } from '../media-maps.ts'
import { findPlayback, findRestriction, type PlaybackRow } from '../playback.sql.ts'
import { openedRecently } from './opened-recently.ts'
import { verifyPreviewToken } from './preview-token.ts'
import { noSuchPlayback, notPlayable, restrictionRefused, tokenRefused } from './refusal.ts'
import { allowsViewer } from './restriction.ts'
import { type Audience, verifyToken } from './verify-token.ts'

/** What a request may do, whatever it plays. */
export interface Access {
  playbackId: string
  isSigned: boolean
  environment: Environment
  /** Of the environment; the player reports views with it. */
  /** Null: pages do not report. */
  environmentKey: string | null
  /** For public ids from the query of the address, for signed ids from the claims of the token. */
  options: Record<string, string>
  /** The query for addresses within a playlist: the options in effect and, for signed ids, the code. */
  query: { playlists: string; segments: string }
  /** Unix seconds; undefined for public ids. */
  expiresAt: number | undefined
  /** A member looks at a broadcast in the dashboard: what is sent is not counted. */
  isPreview: boolean
  /** A running broadcast, or one that has just ended. */
  live: LiveView | undefined
  found: PlaybackRow
}

export const isLive = (access: Access): access is Access & { live: LiveView } =>
  access.live !== undefined

export interface Playback extends Access {
  asset: PlaybackAsset
}

export interface Opening {
  id: string
  audience: Audience
  /** True for addresses in playlists: these take the code of the playlist instead of a token. */
  acceptsGrant?: boolean
}

const pick = (search: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

interface Opened {
  options: Record<string, string>
  /** Undefined for public ids. */
  grant: Grant | undefined
}

const openSigned = async (
  app: App,
  request: Request,
  search: URLSearchParams,
  environment: Environment,
  { id, audience, acceptsGrant }: Opening,
): Promise<Opened> => {
  const grant = acceptsGrant ? search.get('s') : null
  if (grant !== null) {
    const options = pick(search, boundOptions)
    const granted = verifyGrant(app, id, grant, options)
    if (!granted) throw tokenRefused()
    const isOpen = granted.keyId === undefined || (await publicKeyOf(environment, granted.keyId))
    if (!isOpen) throw tokenRefused()
    return { options, grant: granted }
  }
  const given = search.get('token') ?? ''
  const preview = verifyPreviewToken(app, id, audience, given)
  if (preview) {
    const { token: _, ...options } = Object.fromEntries(search)
    return { options, grant: { ...preview, keyId: undefined } }
  }
  const token = await verifyToken(given, {
    playbackId: id,
    audience,
    now: app.clock.now(),
    findKey: (keyId) => publicKeyOf(environment, keyId),
  })
  if (!token) throw tokenRefused()
  if (token.restrictionId !== undefined) {
    const restriction = isUuid(token.restrictionId)
      ? await findRestriction(environment, token.restrictionId)
      : undefined
    const viewer = {
      referrer: request.headers.get('referer') ?? undefined,
      userAgent: request.headers.get('user-agent') ?? undefined,
    }
    if (!restriction || !allowsViewer(restriction, viewer)) throw restrictionRefused()
  }
  return { options: token.options, grant: token }
}

const boundOf = (options: Record<string, string>) => {
  const bound = new URLSearchParams()
  for (const name of boundOptions) if (options[name] !== undefined) bound.set(name, options[name])
  return bound
}

/** Segments of public ids carry no options: these do not change the files. */
const queryOf = (
  app: App,
  id: string,
  options: Record<string, string>,
  grant: Grant | undefined,
) => {
  const bound = boundOf(options)
  if (grant) bound.set('s', grantFor(app, id, grant, options))
  const text = bound.size > 0 ? `?${bound.toString()}` : ''
  return { playlists: text, segments: grant ? text : '' }
}

/** Public broadcasts need no token; that of a preview only says that it is no viewer. */
const openPublic = (
  app: App,
  search: URLSearchParams,
  { live_stream_id: liveStreamId }: PlaybackRow,
  { id, audience, acceptsGrant }: Opening,
): Opened => {
  const options = Object.fromEntries(search)
  if (liveStreamId === null) return { options, grant: undefined }
  const code = acceptsGrant ? search.get('s') : null
  if (code !== null)
    return { options, grant: verifyGrant(app, id, code, pick(search, boundOptions)) }
  const preview = verifyPreviewToken(app, id, audience, search.get('token') ?? '')
  return { options, grant: preview && { ...preview, keyId: undefined } }
}

const openNow = async (app: App, request: Request, opening: Opening): Promise<Access> => {
  const { id } = opening
  const found = playbackIdShape.test(id) ? await findPlayback(app.postgres, id) : undefined
  if (!found || found.status === 'deleted') throw noSuchPlayback()
  const environment: Environment = {
    id: found.environment_id,
    organizationId: found.organization_id,
    postgres: app.postgres,
    clickhouse: app.clickhouse,
  }
  const search = new URL(request.url).searchParams
  const isSigned = found.policy === 'signed'
  const { options, grant }: Opened = isSigned
    ? await openSigned(app, request, search, environment, opening)
    : openPublic(app, search, found, opening)
  return {
    playbackId: id,
    isSigned,
    environment,
    environmentKey: found.environment_key,
    options,
    query: queryOf(app, id, options, grant),
    expiresAt: grant?.expiresAt,
    isPreview: grant !== undefined && grant.keyId === undefined,
    live: liveOf(app, found),
    found,
  }
}

const liveOf = (
  app: App,
  { live_stream_id: streamId, asset_id: assetId, is_live: isLive }: PlaybackRow,
) => {
  if (streamId !== null) return liveOfStream(app, streamId)
  return isLive && assetId !== null ? liveOfAsset(app, assetId) : undefined
}

/** Checks access: throws the refusal, or returns what the id plays with the options in effect. */
export const openAccess = (app: App, request: Request, opening: Opening): Promise<Access> =>
  openedRecently(app, request, opening, () => openNow(app, request, opening))

/** The asset, for what is not live. */
export const assetOfAccess = async (access: Access): Promise<Playback> => {
  const { found, environment } = access
  const { asset_id: assetId, status, version, live_stream_id: liveStreamId } = found
  if (liveStreamId !== null) throw new ApiError('not_broadcasting')
  if (assetId === null || status === null || version === null || status === 'deleted')
    throw noSuchPlayback()
  const asset =
    found.playable_at === null || status === 'errored'
      ? undefined
      : await assetOf(environment, assetId, version)
  if (!asset) throw notPlayable(status)
  return { ...access, asset }
}

/** What a broadcast has just become: viewers who are behind go on in its recording, whose segments are the same. */
export const recordingOfAccess = async (access: Access & { live: LiveView }): Promise<Playback> => {
  const asset = await assetOf(access.environment, access.live.assetId)
  if (!asset) throw new ApiError('not_broadcasting')
  return { ...access, asset }
}

/** Later code is the same for public and signed ids. */
export const openPlayback = async (
  app: App,
  request: Request,
  opening: Opening,
): Promise<Playback> => assetOfAccess(await openAccess(app, request, opening))
