import { z } from 'zod/mini'
import { queryListMax } from '@playhead/contract-kit/query-string.ts'

const texts = z.optional(z.array(z.string()).check(z.maxLength(queryListMax)))

/** What nearly every question about views takes; the server reads the texts by one grammar. TIME-001, METR-051, METR-072 */
export const questionQuery = {
  /** `24:hours`, or a start and an end as epoch seconds. */
  timeframe: texts,
  /** `country:US`, `!browser:Chrome`, `+video_cdn_trace:fastly` … */
  filters: texts,
  /** `video_startup_time>=1000` … */
  metric_filters: texts,
}

/** Start and end of what was asked, as epoch seconds. */
export const Timeframe = z.array(z.int())
