export interface Cue {
  /** Seconds. */
  start: number
  end: number
  /** Lines with WebVTT markup, escaped. */
  text: string
  /** The position of the cue in WebVTT syntax: `line:0 align:start`. */
  settings?: string
}

const two = (value: number) => String(value).padStart(2, '0')

const timeText = (seconds: number) => {
  const milliseconds = Math.round(seconds * 1000)
  const whole = Math.floor(milliseconds / 1000)
  const hours = two(Math.floor(whole / 3600))
  return `${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`
}

export const writeWebVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(
      ({ start, end, text, settings }) =>
        `${timeText(start)} --> ${timeText(end)}${settings ? ` ${settings}` : ''}\n${text}`,
    ),
  ].join('\n\n') + '\n'

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' }

/** The spoken text without markup. */
export const plainText = ({ text }: Cue): string =>
  text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(\w{2,4});/g, (all, name: string) => entities[name] ?? all)
