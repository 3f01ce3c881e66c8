/** As the comments in the client's declarations write it. */
type TimeFormat = 'ISO 8601' | 'unix seconds'

/** The format that a comment states. Comments with both mean the text, such as "Unix epoch time in ISO 8601 format". */
export const timeFormatOf = (comment: string): TimeFormat | undefined => {
  if (/\bISO[ -]?8601\b|\bRFC[ -]?3339\b/i.test(comment)) return 'ISO 8601'
  return /\bunix (?:epoch|timestamps?)\b|\bseconds since (?:the )?epoch\b/i.test(comment)
    ? 'unix seconds'
    : undefined
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Milliseconds read as seconds would be some ten thousand years away. */
const isNear = (seconds: number) =>
  seconds > Date.UTC(2000, 0) / 1000 && seconds < Date.UTC(2200, 0) / 1000

const fits: Record<TimeFormat, (value: unknown) => boolean> = {
  'ISO 8601': (value) =>
    typeof value === 'string' && isoTime.test(value) && isNear(Date.parse(value) / 1000),
  'unix seconds': (value) => /^\d+$/.test(String(value)) && isNear(Number(value)),
}

/** Problems of a time whose comment states a format. Absent values are a matter of types. */
export const timeProblems = (value: unknown, comment: string, place: string): string[] => {
  const format = timeFormatOf(comment)
  if (format === undefined) return []
  return [value]
    .flat()
    .filter((time) => time !== null && time !== undefined && !fits[format](time))
    .map((time) => `${place} is ${JSON.stringify(time)} and not ${format}`)
}
