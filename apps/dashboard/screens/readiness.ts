import { apiOrigin } from '@playhead/web-kit/calls/call.ts'

export type PartStatus = 'ready' | 'warning' | 'not ready'

export interface Part {
  name: string
  status: PartStatus
  detail: string
}

interface Readiness {
  isReady: boolean
  hasWarnings: boolean
  parts: Part[]
}

const knownNames: Record<string, string> = {
  database: 'Database',
  engine: 'Analytics database',
  disk: 'Disk',
  storage: 'Media storage',
  ffmpeg: 'Video processing',
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'status' in value &&
  ['ready', 'warning', 'not ready'].includes(String(value.status)) &&
  'detail' in value &&
  typeof value.detail === 'string'

const isReadinessAnswer = (value: unknown): value is { parts: Part[] } =>
  typeof value === 'object' &&
  value !== null &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.every(isPart)

export const readinessOf = (parts: readonly Part[]): Readiness => ({
  isReady: parts.every(({ status }) => status !== 'not ready'),
  hasWarnings: parts.some(({ status }) => status === 'warning'),
  parts: [
    { name: 'Dashboard and API', status: 'ready', detail: '' },
    ...parts.map((part) => ({ ...part, name: knownNames[part.name] ?? part.name })),
  ],
})

/** GET /readyz answers 200 or 503 in the same shape; anything else is not our server. */
export const readiness = async (signal: AbortSignal): Promise<Readiness> => {
  const response = await fetch(`${apiOrigin.value}/readyz`, {
    signal,
    headers: { Accept: 'application/json' },
  })
  const answer: unknown = await response.json()
  if (!isReadinessAnswer(answer)) throw new Error('The answer of /readyz is not readable')
  return readinessOf(answer.parts)
}

export const statusOf = (query: { isError: boolean; data?: Readiness | undefined }) => {
  if (query.isError) return 'The server cannot be reached.'
  if (!query.data) return 'Asking the server…'
  if (!query.data.isReady) return 'Some parts are unavailable.'
  return query.data.hasWarnings
    ? 'All parts are operational, some need attention.'
    : 'All parts are operational.'
}
