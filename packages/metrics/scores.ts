/** Scores of one view as fractions of 1; null when the view has no data for the score. */

export interface ViewOutcome {
  /** A fatal error that is not a business exception. */
  hasFailed: boolean
  /** A first frame of content or ad was shown. */
  hasStarted: boolean
  /** Stopped before the first frame on purpose, by a business rule. */
  isStartupBusinessException: boolean
  /** From the play intent to the end of a view that never started. */
  waitedMs: number
}

const shortestWaitMs = 1000

export const playbackSuccessScore = (outcome: ViewOutcome): number | null => {
  if (outcome.hasFailed) return 0
  if (outcome.hasStarted) return 1
  if (outcome.isStartupBusinessException || outcome.waitedMs < shortestWaitMs) return null
  return 0.5
}

export const startupTimeScore = (startupMs: number | null): number | null => {
  return startupMs === null ? null : 8 / (8 + Math.max(startupMs, 0) / 1000)
}

/** `fraction` is rebuffering time per watch time. */
export const smoothnessScore = (count: number | null, fraction: number | null): number | null => {
  if (count === null || fraction === null) return null
  const byCount = 1 / Math.sqrt(1 + (count / 2) ** 2)
  const byTime = Math.exp(-10 * fraction)
  return (byCount + byTime) / 2
}

/** Upscaling as a fraction: 0.5 when the picture is displayed half as large again as it was encoded. */
export const videoQualityScore = (
  maxUpscale: number | null,
  averageUpscale: number | null,
): number | null => {
  if (maxUpscale === null || averageUpscale === null) return null
  return Math.exp(-0.33 * (0.15 * maxUpscale + 0.85 * averageUpscale))
}

interface ScoreParts {
  playbackSuccess: number | null
  startupTime: number | null
  smoothness: number | null
  videoQuality: number | null
}

const weights = { smoothness: 3, startupTime: 2, videoQuality: 1 } as const

/** A weighted geometric mean: the weaker score has more influence than in an arithmetic mean. */
function tradeOff(a: { score: number; weight: number }, b: { score: number; weight: number }) {
  const share = a.weight / (a.weight + b.weight)
  return a.score ** share * b.score ** (1 - share)
}

/** ADR 0022: success times the mean trade-off over every pair of the scores that the view has. */
export const viewerExperienceScore = (parts: ScoreParts): number | null => {
  const { playbackSuccess } = parts
  if (playbackSuccess === null || playbackSuccess === 0) return playbackSuccess
  const known = (['smoothness', 'startupTime', 'videoQuality'] as const).flatMap((name) => {
    const score = parts[name]
    return score === null ? [] : [{ score, weight: weights[name] }]
  })
  const [only] = known
  if (only === undefined) return playbackSuccess < 1 ? playbackSuccess : null
  if (known.length === 1) return playbackSuccess * only.score
  const pairs = known.flatMap((a, index) => known.slice(index + 1).map((b) => tradeOff(a, b)))
  return playbackSuccess * (pairs.reduce((total, value) => total + value, 0) / pairs.length)
}
