export interface Part {
  name: string
  isReady: boolean
  detail: string
}

export interface Readiness {
  isReady: boolean
  parts: Part[]
}

/** How the server's reasons begin, by the part they are about. */
const knownParts = [
  { name: 'Database', reason: 'The database' },
  { name: 'Analytics database', reason: 'The analytics database' },
]

const isReadinessAnswer = (value: unknown): value is { status: string; reasons: string[] } =>
  typeof value === 'object' &&
  value !== null &&
  'reasons' in value &&
  Array.isArray(value.reasons) &&
  value.reasons.every((reason) => typeof reason === 'string')

export const readinessOf = (reasons: string[]): Readiness => {
  const parts = knownParts.map(({ name, reason }): Part => {
    const detail = reasons.find((text) => text.startsWith(reason)) ?? ''
    return { name, isReady: detail === '', detail }
  })
  const others = reasons
    .filter((text) => !knownParts.some(({ reason }) => text.startsWith(reason)))
    .map((detail): Part => ({ name: 'Server', isReady: false, detail }))
  const api: Part = { name: 'Dashboard and API', isReady: true, detail: '' }
  return { isReady: reasons.length === 0, parts: [api, ...parts, ...others] }
}

/** GET /readyz answers 200 or 503 with the same shape; anything else is not our server. */
export const readiness = async (signal: AbortSignal): Promise<Readiness> => {
  const response = await fetch('/readyz', { signal, headers: { Accept: 'application/json' } })
  const answer: unknown = await response.json()
  if (!isReadinessAnswer(answer)) throw new Error('The answer of /readyz is not readable')
  return readinessOf(answer.reasons)
}

export const statusOf = (query: { isError: boolean; data?: Readiness | undefined }) => {
  if (query.isError) return 'The server cannot be reached.'
  if (!query.data) return 'Asking the server…'
  return query.data.isReady ? 'All parts are operational.' : 'Some parts are unavailable.'
}
