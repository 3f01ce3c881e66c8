import { dateFormatter } from './formatters.ts'

/** How a zone is named beside times: `UTC`, `UTC+1`. docs/adr/0102 */
export const shownZone = (at: number = Date.now(), timeZone?: string): string => {
  const parts = dateFormatter({ timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  return name.replace(/^GMT(\+0$)?/, 'UTC')
}

/** Whether a name is one of a time zone, such as Europe/Berlin. */
export const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
