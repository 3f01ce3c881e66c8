import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { aDice } from '../testing-dice.ts'

const windowSeconds = 300
const cdns = ['cloudfront', 'fastly']
const countries = ['DE', 'US']

export interface PlantedViews {
  /** Of the window of five minutes, epoch seconds. */
  at: number
  count: number
  isBroken?: (view: { cdn: string; country: string }) => boolean
  /** Of views that fail. */
  error?: Pick<ViewRow, 'error_type_id' | 'player_error_code'>
}

/** Finished views of windows; one in a hundred fails, and seven in ten of those that are broken. */
export const aPlantedAudience = (
  seed: number,
  windows: readonly PlantedViews[],
): Partial<ViewRow>[] => {
  const random = aDice(seed)
  const oneOf = (values: readonly string[]) => values[Math.floor(random() * values.length)]!
  return windows.flatMap(({ at, count, isBroken, error }) =>
    Array.from({ length: count }, () => {
      const view = { cdn: oneOf(cdns), country: oneOf(countries) }
      const rate = isBroken?.(view) ? 0.7 : 0.01
      const view_end = Math.floor((at + random() * windowSeconds) * 1000)
      const playback_failure = random() < rate
      return {
        ...view,
        view_end,
        playback_failure,
        ...(playback_failure && error),
        video_startup_time: Math.round(600 + random() * 800),
      }
    }),
  )
}
