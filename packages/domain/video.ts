import { videoQualities } from './flags.ts'

/** Problems that a storage check can find in a file. */
export const storageProblems = ['missing', 'wrong-size', 'changed'] as const

/** Values that the API, the pipeline and the screens of hosting share. */
export const assetStatuses = ['preparing', 'ready', 'errored'] as const
export type AssetStatus = (typeof assetStatuses)[number]

export const playbackPolicies = ['public', 'signed', 'drm'] as const
export type PlaybackPolicy = (typeof playbackPolicies)[number]

export const maxResolutionTiers = ['1080p', '1440p', '2160p'] as const
export type MaxResolutionTier = (typeof maxResolutionTiers)[number]

export const resolutionTiers = ['audio-only', '720p', ...maxResolutionTiers] as const
export type ResolutionTier = (typeof resolutionTiers)[number]

export type VideoQuality = (typeof videoQualities)[number]

export const ingestTypes = [
  'on_demand_url',
  'on_demand_direct_upload',
  'on_demand_clip',
  'live_rtmp',
  'live_srt',
] as const

export const mp4SupportValues = [
  'standard',
  'none',
  'capped-1080p',
  'audio-only',
  'audio-only,capped-1080p',
] as const
export type Mp4Support = (typeof mp4SupportValues)[number]

export const renditionResolutions = [
  'highest',
  'audio-only',
  '2160p',
  '1440p',
  '1080p',
  '720p',
  '540p',
  '480p',
  '360p',
  '270p',
] as const
export type RenditionResolution = (typeof renditionResolutions)[number]

/** UPLD-037: the first six are stable; the list below is still beta. */
const stableCaptionLanguages = ['en', 'es', 'it', 'pt', 'de', 'fr'] as const
export const betaCaptionLanguages = [
  'pl',
  'ru',
  'nl',
  'ca',
  'tr',
  'sv',
  'uk',
  'no',
  'fi',
  'sk',
  'el',
  'cs',
  'hr',
  'da',
  'ro',
  'bg',
] as const
export const captionLanguages = [...stableCaptionLanguages, ...betaCaptionLanguages] as const
