import { ClickHouseUnavailable } from '@playhead/clickhouse/clickhouse-unavailable.ts'
import { DatabaseUnavailable } from '@playhead/postgres/database-unavailable.ts'

type LogDetail = Record<string, unknown>

export interface Log {
  info(message: string, detail?: LogDetail): void
  warn(message: string, detail?: LogDetail): void
  error(message: string, detail?: LogDetail): void
}

/** While an engine is away, every periodic task logs it: the message says all, and a stack adds nothing. */
export const isSentence = (error: Error) =>
  error instanceof DatabaseUnavailable || error instanceof ClickHouseUnavailable

const plain = (value: unknown): unknown => {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  if (isSentence(value)) return { name, message }
  // A cause that is not an Error may be a whole response of a third party, with tokens in it.
  return { name, message, stack, cause: cause instanceof Error ? plain(cause) : undefined }
}

/** One JSON object per line, on standard error; standard output is for people at a terminal. */
export const jsonLog = (
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log => {
  const at =
    (level: string) =>
    (message: string, detail: LogDetail = {}) =>
      write(
        `${JSON.stringify({
          time: new Date().toISOString(),
          level,
          message,
          ...Object.fromEntries(
            Object.entries(detail).map(([name, value]) => [name, plain(value)]),
          ),
        })}\n`,
      )
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
