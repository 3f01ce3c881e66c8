const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** `17:57:08`, with the day before it when that is not today. */
export const timeText = (at: string | number, now = new Date()) => {
  const date = new Date(at)
  const text = clock.format(date)
  return date.toDateString() === now.toDateString() ? text : `${day.format(date)}, ${text}`
}

/** `17:57` */
export const minuteText = (at: string) => timeText(at).slice(0, -3)
