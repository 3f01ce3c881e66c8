const two = (value: number) => String(value).padStart(2, '0')

/** `41:12`, `3:41:12` */
export const clockText = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const rest = `${hours > 0 ? two(minutes) : minutes}:${two(Math.floor(seconds % 60))}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
