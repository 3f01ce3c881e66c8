import { z } from 'zod/mini'
import { queryListMax } from '@playhead/contract-kit/query-string.ts'

const texts = z.optional(z.array(z.string()).check(z.maxLength(queryListMax)))

/**
 * Parameters of nearly every question about views; the server parses the texts with one grammar. TIME-001, METR-051,
 * METR-072
 */
export const questionQuery = {
  /** `24:hours`, or a start and an end as epoch seconds. */
  timeframe: texts,
  /** `country:US`, `!browser:Chrome`, `+video_cdn_trace:fastly` … */
  filters: texts,
  /** `video_startup_time>=1000` … */
  metric_filters: texts,
}

/** Start and end of the question, as epoch seconds. */
export const Timeframe = z.array(z.int())
