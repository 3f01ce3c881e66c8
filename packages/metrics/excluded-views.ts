import type { FlagColumn, NumberColumn, TextColumn, ViewColumn } from './view-columns.ts'

/** A condition on a view, as data; rendered to SQL when a number is explained. */
export type ViewCondition =
  | { flag: FlagColumn; is: boolean }
  | { column: ViewColumn; isKnown: boolean }
  | { column: NumberColumn; below: number }
  | { column: NumberColumn; above: number }
  /** Case-insensitive. */
  | { column: TextColumn; isText: string }
  | { column: TextColumn; isNotText: string }

export interface Exclusion {
  /** Shown in the explanation of a number. */
  reason: string
  /** All must hold. The last exclusion of a metric has no condition: it applies to all remaining views. */
  when: readonly ViewCondition[]
}

export const rest = (reason: string): Exclusion => ({ reason, when: [] })

const hasStarted: ViewCondition = { flag: 'watched', is: true }
const hasNotStarted: ViewCondition = { flag: 'watched', is: false }

export const neverStarted: Exclusion = {
  reason: 'Views that never started.',
  when: [hasNotStarted],
}

export const withoutSuccess: readonly Exclusion[] = [
  {
    reason: 'Views that a rule of the business stopped before they started.',
    when: [hasNotStarted, { flag: 'video_startup_business_exception', is: true }],
  },
  {
    reason: 'Views that were left within a second before they started.',
    when: [hasNotStarted, { column: 'watch_time', below: 1_000 }],
  },
]

export const withoutParts: Exclusion = {
  reason: 'Views that started, and of which neither startup time, stalls nor picture are known.',
  when: [
    hasStarted,
    { column: 'startup_time_score', isKnown: false },
    { column: 'rebuffer_score', isKnown: false },
    { column: 'video_quality_score', isKnown: false },
  ],
}

export const withoutWatchTime: Exclusion = {
  reason: 'Views that were not watched for any time.',
  when: [
    { column: 'watch_time', below: 1 },
    { column: 'rebuffer_duration', isKnown: true },
  ],
}

export const withoutPlayedTime = (
  column: 'view_total_upscaling' | 'view_total_downscaling',
): Exclusion => ({
  reason: 'Views whose scaling is known, but no time over which they played.',
  when: [{ column, isKnown: true }],
})

export const withoutMeanScaling: Exclusion = {
  reason: 'Views of which the largest scaling is known, but not the mean.',
  when: [{ column: 'max_upscale_percentage', isKnown: true }],
}

export const notKnownToBeLive: Exclusion = {
  reason: 'Views that are not known to be live.',
  when: [{ column: 'stream_type', isNotText: 'live' }],
}

export const notFirstOfPage: Exclusion = {
  reason: 'Views that are not the first one of their page.',
  when: [{ column: 'player_view_count', above: 1 }],
}

export const withoutStartup: Exclusion = {
  reason: 'Views whose startup was not measured.',
  when: [{ column: 'video_startup_time', isKnown: false }],
}

export const withoutSeeks: Exclusion = {
  reason: 'Views without a seek.',
  when: [{ column: 'seek_count', below: 1 }],
}

export const withoutThisRequestNumber: Exclusion = {
  reason: 'Views whose player reports its media requests, but not this value.',
  when: [{ column: 'request_count', isKnown: true }],
}

export const withoutAds: Exclusion = {
  reason: 'Views without ads.',
  when: [{ flag: 'view_has_ad', is: false }],
}

/** Shares are of attempts or of breaks; without any, a share has no value. */
export const withoutAny = (
  column: 'ad_attempt_count' | 'ad_break_count',
  reason: string,
): Exclusion => ({ reason, when: [{ column, below: 1 }] })

/** All reasons as one sentence, for when it is unknown which views each of them excludes. */
export const anyReason = (exclusions: readonly Exclusion[]): string =>
  exclusions
    .map(({ reason }, index) => {
      const words = reason.replace(/\.$/, '')
      return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1)
    })
    .join('; or ') + '.'
