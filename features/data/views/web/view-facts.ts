import type { ViewDetail } from './use-views.ts'

type WireNumber = number | string | null | undefined

/** VIEW-013: the API returns decimals as text. */
const numberOrNull = (value: WireNumber) => {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** VIEW-013 */
const count = (value: WireNumber) => numberOrNull(value) ?? 0

/** VIEW-014 */
const scaling = (total: WireNumber, playbackTime: number | null) => {
  const scaled = numberOrNull(total)
  if (scaled === null || playbackTime === null || playbackTime <= 0) return null
  return scaled / playbackTime
}

/** VIEW-012: the measures of a view. Times are in milliseconds, scores and percentages are fractions of 1. */
export const viewFacts = (view: ViewDetail) => {
  const playbackTime = numberOrNull(view.viewTotalContentPlaybackTime)
  return {
    bufferingCount: count(view.bufferingCount),
    bufferingDuration: count(view.bufferingDuration),
    viewSeekCount: count(view.viewSeekCount),
    viewSeekDuration: count(view.viewSeekDuration),
    viewDroppedFrameCount: count(view.viewDroppedFrameCount),
    viewTotalContentPlaybackTime: playbackTime,
    bufferingRate: numberOrNull(view.bufferingRate),
    rebufferPercentage: numberOrNull(view.rebufferPercentage),
    weightedAverageBitrate: numberOrNull(view.weightedAverageBitrate),
    latitude: numberOrNull(view.latitude),
    longitude: numberOrNull(view.longitude),
    viewerExperienceScore: numberOrNull(view.viewerExperienceScore),
    rebufferingScore: numberOrNull(view.rebufferingScore),
    startupScore: numberOrNull(view.startupScore),
    qualityScore: numberOrNull(view.qualityScore),
    playbackScore: numberOrNull(view.playbackScore),
    upscalePercentage: scaling(view.viewTotalUpscaling, playbackTime),
    downscalePercentage: scaling(view.viewTotalDownscaling, playbackTime),
    timeToFirstFrame: numberOrNull(view.timeToFirstFrame),
    watchTime: numberOrNull(view.watchTime),
    viewPlayingTime: numberOrNull(view.viewPlayingTime),
  }
}

export type ViewFacts = ReturnType<typeof viewFacts>
