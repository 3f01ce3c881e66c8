/** SHELL-094 */
export const chunkTimeoutMs = 120_000

/** A script of the dashboard could not be loaded; an update may have removed it. SHELL-093 */
export class ChunkLoadError extends Error {
  /** 'missing', 'timeout' or the type of the event that reported the failure. */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`Loading a part of the dashboard failed (${reason})`, { cause })
    this.name = 'ChunkLoadError'
    this.reason = reason
  }
}

export class CssChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super('Loading a stylesheet of the dashboard failed', { cause })
    this.name = 'CssChunkLoadError'
  }
}

export const isChunkError = (error: unknown): error is ChunkLoadError | CssChunkLoadError =>
  error instanceof ChunkLoadError || error instanceof CssChunkLoadError

const chunkError = (cause: unknown) => {
  const text = cause instanceof Error ? cause.message : String(cause)
  return /css/i.test(text) ? new CssChunkLoadError(cause) : new ChunkLoadError('error', cause)
}

/** Browsers word failed imports differently; these messages come from the network, others from our code. */
const isImportFailure = (cause: unknown) =>
  cause instanceof Error &&
  /dynamically imported module|importing a module script|preload css|load failed|failed to fetch/i.test(
    cause.message,
  )

/** Loads a chunk of the dashboard; `name` is the export it must have to count as loaded. */
export const loadChunk = async <M extends object>(
  load: () => Promise<M>,
  name: keyof M & string,
  timeoutMs = chunkTimeoutMs,
): Promise<M> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeoutMs)
  })
  try {
    const chunk = await Promise.race([load(), timeout])
    if (!chunk?.[name]) throw new ChunkLoadError('missing')
    return chunk
  } catch (cause) {
    throw isImportFailure(cause) ? chunkError(cause) : cause
  } finally {
    clearTimeout(timer)
  }
}
