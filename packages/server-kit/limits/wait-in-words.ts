const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Rounded up, so that a caller who waits that long is not too early. */
export const waitInWords = (seconds: number) => {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}
