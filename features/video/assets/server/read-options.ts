import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { type FeatureFlags, videoQualities } from '@playhead/domain/features.ts'
import type { MaxResolutionTier, PlaybackPolicy, VideoQuality } from '@playhead/domain/video.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import type { AssetOptions, InputSettings } from '../contract.ts'
import type { NewRendition, NewTrack } from './asset-parts.sql.ts'
import type { NewAssetRow } from './assets.sql.ts'
import { languageName } from './language-name.ts'
import { renditionOf, renditionsOfMp4Support } from './rendition-names.ts'

/** Where the main file comes from. */
export type AssetSource = { kind: 'inputs' } | { kind: 'upload'; uploadId: string }

export interface ReadOptions {
  row: NewAssetRow
  policies: ('public' | 'signed')[]
  tracks: NewTrack[]
  renditions: NewRendition[]
}

const clipAddress = /^mux:\/\/assets\/([^/?#]+)$/

export const clippedAssetId = (input: InputSettings | undefined) =>
  clipAddress.exec(input?.url ?? '')?.[1]

const isWebAddress = (url: string) =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)

export const refuseAddress = (url: string) => {
  if (!isWebAddress(url))
    throw invalidField('url', 'url: give an address that begins with http:// or https://')
}

const refuse = (field: string, message: string): never => {
  throw invalidField(field, `${field}: ${message}`)
}

const inputsOf = ({ inputs, input }: AssetOptions): InputSettings[] =>
  inputs ?? (typeof input === 'string' ? [{ url: input }] : (input ?? []))

const policyOf = (policy: PlaybackPolicy) =>
  policy === 'drm'
    ? refuse('playback_policies', 'there is no DRM configuration on this server')
    : policy

/** What is named with a DRM configuration takes the place of the plain list. */
const policiesOf = (options: AssetOptions) => {
  const advanced = options.advanced_playback_policies
  if (advanced && advanced.length > 0)
    return advanced.map(({ policy, drm_configuration_id: drm }) =>
      policyOf(drm === undefined ? (policy ?? 'public') : 'drm'),
    )
  const plain = options.playback_policies ?? options.playback_policy ?? []
  return [plain].flat().map(policyOf)
}

const qualityOfTier = { smart: 'plus', baseline: 'basic', premium: 'premium' } as const

const qualityOf = (options: AssetOptions, features: FeatureFlags): VideoQuality => {
  const asked =
    options.video_quality ?? (options.encoding_tier && qualityOfTier[options.encoding_tier])
  const isPremiumOpen = features.premiumQualityRolloutEnabled
  if (asked === 'premium' && !isPremiumOpen)
    return refuse('video_quality', 'premium is not available to this organization')
  const byDefault = videoQualities.find((quality) => quality === features.defaultVideoQualityVod)
  if (asked) return asked
  return byDefault && (byDefault !== 'premium' || isPremiumOpen) ? byDefault : 'plus'
}

const tierOf = (
  options: AssetOptions,
  quality: VideoQuality,
  features: FeatureFlags,
): MaxResolutionTier =>
  options.max_resolution_tier ?? (features['4KBilling'] && quality !== 'basic' ? '2160p' : '1080p')

const checkMainInput = (input: InputSettings | undefined, isUpload: boolean) => {
  if (!input) return refuse('inputs', 'give at least one input')
  if (isUpload) {
    if (input.url !== undefined)
      refuse('inputs', 'the first input is the uploaded file and has no url')
  } else if (input.url === undefined) refuse('inputs', 'the first input needs a url')
  else if (!clippedAssetId(input)) refuseAddress(input.url)
  if (input.overlay_settings) refuse('overlay_settings', 'the first input is no overlay')
  if (input.type === 'text') refuse('type', 'the first input is a video or audio file')
  const isCut = input.start_time !== undefined || input.end_time !== undefined
  if (isCut && !clippedAssetId(input))
    refuse('start_time', 'only clips of an asset, mux://assets/{ASSET_ID}, have a start and an end')
  if (isCut && (input.end_time ?? Infinity) <= (input.start_time ?? 0))
    refuse('end_time', 'a clip ends after its start')
}

const trackOfInput = (input: InputSettings): NewTrack | undefined => {
  if (input.url === undefined) return refuse('url', 'every further input needs a url')
  refuseAddress(input.url)
  if (input.overlay_settings) return undefined
  if (input.type !== 'text' && input.type !== 'audio')
    return refuse('type', 'further inputs are text or audio tracks, or have overlay_settings')
  if (!input.language_code) return refuse('language_code', 'a track needs a language')
  return {
    type: input.type,
    name: input.name || languageName(input.language_code),
    languageCode: input.language_code,
    closedCaptions: input.closed_captions,
    passthrough: input.passthrough,
    url: input.url,
    ...(input.type === 'text' && { textSource: 'uploaded' as const }),
  }
}

const generatedTracksOf = (main: InputSettings): NewTrack[] =>
  (main.generated_subtitles ?? []).map(({ language_code: language = 'en', name, passthrough }) => ({
    type: 'text',
    textSource: 'generated_vod',
    name: name || languageName(language),
    languageCode: language,
    passthrough,
  }))

const refuseTwins = (tracks: readonly NewTrack[]) => {
  const names = tracks.map(({ type, name }) => `${type} ${name}`)
  if (new Set(names).size < names.length)
    refuse('name', 'two tracks of one type cannot have the same name')
  return tracks as NewTrack[]
}

const renditionsOf = (options: AssetOptions) => {
  const asked = options.static_renditions ?? []
  const support = options.mp4_support ?? 'none'
  if (asked.length > 0 && support !== 'none')
    refuse('static_renditions', 'mp4_support and static_renditions exclude each other')
  const resolutions = asked.map(({ resolution }) => resolution)
  if (new Set(resolutions).size < resolutions.length)
    refuse('static_renditions', 'name each resolution once')
  return [...renditionsOfMp4Support(support), ...asked.map(renditionOf)]
}

const ingestTypeOf = (source: AssetSource, main: InputSettings): NewAssetRow['ingestType'] => {
  if (source.kind === 'upload') return 'on_demand_direct_upload'
  return clippedAssetId(main) ? 'on_demand_clip' : 'on_demand_url'
}

const sourceAssetOf = (main: InputSettings) => {
  const id = clippedAssetId(main)
  if (id !== undefined && !isUuid(id)) return refuse('url', 'there is no such asset')
  return id ?? null
}

/** What the options ask for, in one form; throws what a caller can correct. */
export const readOptions = (
  options: AssetOptions,
  features: FeatureFlags,
  source: AssetSource,
): ReadOptions => {
  if (features.testVideoOnly && !options.test)
    throw new ApiError('upgrade_required', { name: 'testVideoOnly' })
  const isUpload = source.kind === 'upload'
  const given = inputsOf(options)
  const [main = {}, ...further] = given.length === 0 && isUpload ? [{}] : given
  checkMainInput(given.length === 0 && !isUpload ? undefined : main, isUpload)
  const videoQuality = qualityOf(options, features)
  return {
    row: {
      ingestType: ingestTypeOf(source, main),
      uploadId: source.kind === 'upload' ? source.uploadId : null,
      sourceAssetId: sourceAssetOf(main),
      title: options.meta?.title || null,
      creatorId: options.meta?.creator_id || null,
      externalId: options.meta?.external_id || null,
      passthrough: options.passthrough || null,
      videoQuality,
      maxResolutionTier: tierOf(options, videoQuality, features),
      normalizesAudio: options.normalize_audio ?? false,
      isTest: options.test ?? false,
      wantsShots: options.generate_shots ?? false,
      copiesOverlays: options.copy_overlays ?? true,
      mp4Support: options.mp4_support ?? null,
      masterAccess: options.master_access ?? 'none',
      inputs: [main, ...further],
    },
    policies: policiesOf(options),
    tracks: refuseTwins([
      ...generatedTracksOf(main),
      ...further.flatMap((input) => trackOfInput(input) ?? []),
    ]),
    renditions: renditionsOf(options),
  }
}
