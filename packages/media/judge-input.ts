import { isImage, notMedia } from './describe-file.ts'
import type { Probe, ProbedAudio, ProbedVideo } from './probe.ts'
import { fitsTier, tierOf, type MaxTier, type ResolutionTier } from './tiers.ts'

/** Why an input had to be encoded again, in terms of the API. */
interface NonStandardReasons {
  audio_codec?: string
  audio_edit_list?: 'non-standard'
  pixel_aspect_ratio?: string
  unexpected_media_file_parameters?: 'non-standard'
  unsupported_pixel_format?: string
  video_bitrate?: 'high'
  video_codec?: string
  video_edit_list?: 'non-standard'
  video_frame_rate?: string
  video_gop_size?: 'high'
  video_resolution?: string
}

export interface Judged {
  kind: 'video' | 'audio'
  /** By the file's properties; planning the segments checks whether its keyframes allow it. */
  canCopyVideo: boolean
  /** For all audio tracks. */
  canCopyAudio: boolean
  resolutionTier: ResolutionTier
  nonStandardReasons: NonStandardReasons
  /** If set, the file cannot become an asset. */
  refusal?: { type: 'invalid_input'; message: string }
}

interface JudgeOptions {
  maxTier: MaxTier
  /** The largest distance between keyframes, if known. */
  keyframeGapSeconds?: number
}

const longestHours = 12
const sideMax = 8192
const sideMin = 16
const surelyAFormat = 25
const keyframeGapSecondsMax = 10
const frameRates = { min: 5, max: 120 }
const bitRatesMax: Record<MaxTier, number> = {
  '1080p': 20_000_000,
  '1440p': 32_000_000,
  '2160p': 60_000_000,
}

const copiedProfiles = new Set(['Baseline', 'Constrained Baseline', 'Main', 'High'])
const copiedPixelFormats = new Set(['yuv420p', 'yuvj420p'])
const levelMax = 52
const copiedSampleRateMax = 48_000
const copiedChannels = new Set([1, 2, 6])

export const canCopyAudioTrack = (audio: ProbedAudio) =>
  audio.codec === 'aac' &&
  audio.profile === 'LC' &&
  audio.sampleRate > 0 &&
  audio.sampleRate <= copiedSampleRateMax &&
  copiedChannels.has(audio.channels)

const hasEdits = ({ size }: Probe, kind: 'video' | 'audio') =>
  size.tracks.some(({ type, hasPlainEdits }) => type === kind && !hasPlainEdits)

/** A bit rate that is fine for 2160 lines is too high for 720 lines. */
const ownTier = (video: ProbedVideo, maxTier: MaxTier): MaxTier => {
  const tier = tierOf(video, maxTier)
  return tier === '1440p' || tier === '2160p' ? tier : '1080p'
}

const videoReasons = (
  video: ProbedVideo,
  probe: Probe,
  { maxTier, keyframeGapSeconds }: JudgeOptions,
): NonStandardReasons => {
  const isOdd = video.codedWidth % 2 === 1 || video.codedHeight % 2 === 1
  const isUnusual =
    video.rotation !== 0 ||
    video.isMirrored ||
    video.isInterlaced ||
    video.transfer !== 'sdr' ||
    (video.codec === 'h264' && (!copiedProfiles.has(video.profile) || video.level > levelMax))
  const { min, max } = frameRates
  const bitRate = video.bitRate ?? probe.bitRate
  return {
    ...(video.codec !== 'h264' && { video_codec: video.codec }),
    ...((!fitsTier(video, maxTier) || isOdd) && {
      video_resolution: `${video.width}x${video.height}`,
    }),
    ...(video.pixelAspect !== 1 && { pixel_aspect_ratio: video.pixelAspectText }),
    ...(!copiedPixelFormats.has(video.pixelFormat) && {
      unsupported_pixel_format: video.pixelFormat || 'unknown',
    }),
    ...((video.frameRate < min || video.frameRate > max) && {
      video_frame_rate: video.frameRate > 0 ? String(round(video.frameRate)) : '-1',
    }),
    ...(bitRate > bitRatesMax[ownTier(video, maxTier)] && { video_bitrate: 'high' as const }),
    ...((keyframeGapSeconds ?? 0) > keyframeGapSecondsMax && { video_gop_size: 'high' as const }),
    ...(hasEdits(probe, 'video') && { video_edit_list: 'non-standard' as const }),
    ...(isUnusual && { unexpected_media_file_parameters: 'non-standard' as const }),
  }
}

const audioReasons = (probe: Probe): NonStandardReasons => {
  const audio = probe.audios.find((track) => !canCopyAudioTrack(track))
  return {
    ...(audio && { audio_codec: audio.codec || 'unknown' }),
    ...(hasEdits(probe, 'audio') && { audio_edit_list: 'non-standard' as const }),
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

const refuseVideo = (video: ProbedVideo) => {
  const { codedWidth, codedHeight } = video
  const picture = `The picture is ${codedWidth} × ${codedHeight} pixels`
  if (Math.max(codedWidth, codedHeight) > sideMax)
    return `${picture}; at most ${sideMax} × ${sideMax} can be processed.`
  if (!video.decodes)
    return video.codec === ''
      ? 'The video is in a codec that is not known.'
      : `The video cannot be decoded (${video.codec}): it is damaged or in a codec that is not supported.`
  if (Math.min(codedWidth, codedHeight) < sideMin)
    return `${picture}; at least ${sideMin} × ${sideMin} are needed.`
  return undefined
}

const refuseAudio = (audios: readonly ProbedAudio[]) => {
  const broken = audios.find(({ decodes }) => !decodes)
  if (!broken) return undefined
  return broken.codec === ''
    ? 'The sound is in a codec that is not known.'
    : `The sound cannot be decoded (${broken.codec}): it is damaged or in a codec that is not supported.`
}

const refuse = ({ container, videos: [video], audios, duration, score, size }: Probe) => {
  if (score < surelyAFormat) return notMedia
  if (container === 'gif' && video?.frames === 1) return isImage
  if (size.tracks.some(({ isEncrypted }) => isEncrypted))
    return 'The file is encrypted. Give it without copy protection.'
  if (!video && audios.length === 0) return 'The file has neither video nor sound.'
  const refused = (video && refuseVideo(video)) ?? refuseAudio(audios)
  if (refused !== undefined) return refused
  if (duration <= 0)
    return 'The file has no picture that can be shown and no sound that can be heard.'
  if (duration > longestHours * 3600)
    return `The ${video ? 'video' : 'audio'} is longer than ${longestHours} hours.`
  return undefined
}

/** Decides what can be made of a file by its probe. */
export const judgeInput = (probe: Probe, options: JudgeOptions): Judged => {
  const [video] = probe.videos
  const message = refuse(probe)
  const ofVideo = video ? videoReasons(video, probe, options) : {}
  const ofAudio = audioReasons(probe)
  const { min } = frameRates
  // A slide show is unusual, but plays.
  const { video_frame_rate: frameRate, ...lasting } = ofVideo
  const isPlayable =
    Object.keys(lasting).length === 0 && (!frameRate || (video?.frameRate ?? 0) < min)
  return {
    kind: video ? 'video' : 'audio',
    canCopyVideo: message === undefined && video !== undefined && isPlayable,
    canCopyAudio:
      message === undefined && probe.audios.length > 0 && Object.keys(ofAudio).length === 0,
    resolutionTier: tierOf(video, options.maxTier),
    nonStandardReasons: { ...ofVideo, ...ofAudio },
    ...(message !== undefined && { refusal: { type: 'invalid_input' as const, message } }),
  }
}
