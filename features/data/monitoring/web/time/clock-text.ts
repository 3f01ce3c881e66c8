const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short' })

export const clockText = (seconds: number) => clock.format(seconds * 1_000)

const isToday = (seconds: number, newest: number) =>
  new Date(seconds * 1_000).toDateString() === new Date(newest * 1_000).toDateString()

/** Such as 11:30 – 12:00, with the day where it is not today. */
export const stretchText = (start: number, end: number, newest: number) => {
  const prefix = isToday(start, newest) ? '' : `${day.format(start * 1_000)} `
  return `${prefix}${clockText(start)} – ${clockText(end)}`
}
