import { randomUUID } from 'node:crypto'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { type Flags, videoQualities } from '@playhead/domain/flags.ts'
import type { MaxResolutionTier, VideoQuality } from '@playhead/domain/video.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import type { AssetOptions, InputSettings } from '../contract.ts'
import type { NewAssetRow } from './row/assets.sql.ts'

/** Where the main file comes from. */
export type AssetSource =
  | { kind: 'inputs' }
  | { kind: 'upload'; uploadId: string }
  | {
      kind: 'live'
      assetId: string
      liveStreamId: string
      protocol: 'rtmp' | 'srt'
      isTest: boolean
    }

const clipAddress = /^mux:\/\/assets\/([^/?#]+)$/

const clippedAssetId = (input: InputSettings | undefined) => clipAddress.exec(input?.url ?? '')?.[1]

const isWebAddress = (url: string) =>
  URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)

export const refuseAddress = (url: string) => {
  if (!isWebAddress(url))
    throw invalidField('url', 'url: give an address that begins with http:// or https://')
}

const refuse = (field: string, message: string): never => {
  throw invalidField(field, `${field}: ${message}`)
}

const givenInputs = ({ inputs, input }: AssetOptions): InputSettings[] =>
  inputs ?? (typeof input === 'string' ? [{ url: input }] : (input ?? []))

/** An upload needs no main input: its file takes that place. */
export const inputsOf = (options: AssetOptions) => {
  const [main = {}, ...further] = givenInputs(options)
  return { main, further }
}

const qualityOfTier = { smart: 'plus', baseline: 'basic', premium: 'premium' } as const

const qualityOf = (options: AssetOptions, flags: Flags): VideoQuality => {
  const asked =
    options.video_quality ?? (options.encoding_tier && qualityOfTier[options.encoding_tier])
  const isPremiumOpen = flags.premiumQualityRolloutEnabled
  if (asked === 'premium' && !isPremiumOpen)
    return refuse('video_quality', 'premium is not available to this organization')
  const byDefault = videoQualities.find((quality) => quality === flags.defaultVideoQualityVod)
  if (asked) return asked
  return byDefault && (byDefault !== 'premium' || isPremiumOpen) ? byDefault : 'plus'
}

const tierOf = (options: AssetOptions, quality: VideoQuality, flags: Flags): MaxResolutionTier =>
  options.max_resolution_tier ?? (flags['4KBilling'] && quality !== 'basic' ? '2160p' : '1080p')

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
    refuse('start_time', 'only a clip of an asset, mux://assets/{ASSET_ID}, has a start and an end')
  if (isCut && (input.end_time ?? Infinity) <= (input.start_time ?? 0))
    refuse('end_time', 'a clip ends after its start')
}

const ingestTypeOf = (source: AssetSource, main: InputSettings): NewAssetRow['ingestType'] => {
  if (source.kind === 'live') return source.protocol === 'srt' ? 'live_srt' : 'live_rtmp'
  if (source.kind === 'upload') return 'on_demand_direct_upload'
  return clippedAssetId(main) ? 'on_demand_clip' : 'on_demand_url'
}

const sourceAssetOf = (main: InputSettings) => {
  const id = clippedAssetId(main)
  if (id !== undefined && !isUuid(id)) return refuse('url', 'there is no such asset')
  return id ?? null
}

/** The row for these options; throws an error that the caller can correct. */
export const readOptions = (
  options: AssetOptions,
  flags: Flags,
  source: AssetSource,
): NewAssetRow => {
  const isLive = source.kind === 'live'
  const isTest = flags.testVideoOnly || (isLive ? source.isTest : (options.test ?? false))
  const isUpload = source.kind === 'upload'
  const isWithoutInput = givenInputs(options).length === 0
  const { main, further } = inputsOf(options)
  if (!isLive) checkMainInput(isWithoutInput && !isUpload ? undefined : main, isUpload)
  const videoQuality = qualityOf(options, flags)
  return {
    id: isLive ? source.assetId : randomUUID(),
    ingestType: ingestTypeOf(source, main),
    uploadId: source.kind === 'upload' ? source.uploadId : null,
    sourceAssetId: isLive ? null : sourceAssetOf(main),
    liveStreamId: isLive ? source.liveStreamId : null,
    title: options.meta?.title || null,
    creatorId: options.meta?.creator_id || null,
    externalId: options.meta?.external_id || null,
    passthrough: options.passthrough || null,
    videoQuality,
    maxResolutionTier: tierOf(options, videoQuality, flags),
    normalizesAudio: options.normalize_audio ?? false,
    isTest,
    wantsShots: options.generate_shots ?? false,
    copiesOverlays: options.copy_overlays ?? true,
    mp4Support: options.mp4_support ?? null,
    masterAccess: options.master_access ?? 'none',
    inputs: [main, ...further],
  }
}
