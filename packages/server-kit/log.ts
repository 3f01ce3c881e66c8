export type LogDetail = Record<string, unknown>

export interface Log {
  info(message: string, detail?: LogDetail): void
  warn(message: string, detail?: LogDetail): void
  error(message: string, detail?: LogDetail): void
}

/** A cause that is no error may be a whole answer of somebody else's server, with tokens in it. */
const plain = (value: unknown): unknown =>
  value instanceof Error
    ? {
        name: value.name,
        message: value.message,
        stack: value.stack,
        cause: value.cause instanceof Error ? plain(value.cause) : undefined,
      }
    : value

/** One JSON object a line, on standard error; people who start it by hand read standard output. */
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
