/** Formatters of Intl, made once: making one takes a hundred times as long as a number or a date to write with it. */
const madeOnce = <Options extends object, Formatter>(make: (options: Options) => Formatter) => {
  const made = new Map<string, Formatter>()
  return (options: Options): Formatter => {
    const key = JSON.stringify(options)
    const formatter = made.get(key) ?? make(options)
    made.set(key, formatter)
    return formatter
  }
}

export const numberFormatter = madeOnce(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options),
)

/** In the zone of the page when none is given, which stays that of its start. */
export const dateFormatter = madeOnce(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options),
)

export const relativeTimeFormatter = madeOnce(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat('en-US', options),
)
