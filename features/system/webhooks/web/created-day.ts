import { formatDay } from '@playhead/domain/format.ts'

/** Of unix seconds in a text. */
export const createdDay = (seconds: string) => formatDay(Number(seconds) * 1000)
