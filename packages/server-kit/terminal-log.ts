import { isSentence, type Log } from './log.ts'

const levels = { info: '', warn: 'Warning: ', error: 'Error: ' } as const

const wordsOf = (value: unknown) =>
  value instanceof Error
    ? value.message
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '')

/** Lines for a person at a terminal: the time, what happened, and details behind it. A program that reads them gets JSON. */
export const terminalLog = (
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log => {
  const at =
    (level: keyof typeof levels): Log['info'] =>
    (message, detail = {}) => {
      const details = Object.entries(detail).map(([name, value]) => `${name}: ${wordsOf(value)}`)
      const behind = details.length > 0 ? ` (${details.join(', ')})` : ''
      const stacks = Object.values(detail).flatMap((value) =>
        level === 'error' &&
        value instanceof Error &&
        value.stack !== undefined &&
        !isSentence(value)
          ? value.stack.split('\n').slice(1)
          : [],
      )
      const first = `${new Date().toTimeString().slice(0, 8)} ${levels[level]}${message}${behind}`
      write(`${[first, ...stacks].join('\n')}\n`)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
