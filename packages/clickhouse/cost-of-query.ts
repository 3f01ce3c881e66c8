const typeOf = (error: unknown): unknown =>
  error instanceof Error && 'type' in error ? error.type : undefined

export const isOutOfMemory = (error: unknown): boolean => typeOf(error) === 'MEMORY_LIMIT_EXCEEDED'

/** The query exceeded its memory limit: a retry would too. */
export const isTooCostly = (error: unknown): boolean =>
  isOutOfMemory(error) && (error as Error).message.includes('Query memory limit')

/** The query timed out; on a less busy machine it may succeed. */
export const isOutOfTime = (error: unknown): boolean =>
  ['TIMEOUT_EXCEEDED', 'TOO_SLOW'].includes(String(typeOf(error)))
