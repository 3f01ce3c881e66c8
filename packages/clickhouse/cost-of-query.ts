const typeOf = (error: unknown): unknown =>
  error instanceof Error && 'type' in error ? error.type : undefined

export const isOutOfMemory = (error: unknown): boolean => typeOf(error) === 'MEMORY_LIMIT_EXCEEDED'

/** The engine ended a query that took more memory than one may: it would take as much again. */
export const isTooCostly = (error: unknown): boolean =>
  isOutOfMemory(error) && (error as Error).message.includes('Query memory limit')

/** The engine ended a query whose time was up, which on a quiet machine it may not be. */
export const isOutOfTime = (error: unknown): boolean =>
  ['TIMEOUT_EXCEEDED', 'TOO_SLOW'].includes(String(typeOf(error)))
