const words = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  month: 'short',
  day: 'numeric',
})

/** For example `18:05 on Nov 19`, from epoch seconds. */
export const formatMoment = (seconds: number) => {
  const parts = words.formatToParts(seconds * 1_000)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('hour')}:${of('minute')} on ${of('month')} ${of('day')}`
}
