/** Whether a name is one of a time zone, such as Europe/Berlin. */
export const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
