import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import { aSession, openScreen } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { SecondFactorCard } from './second-factor-card.tsx'

export const passkeyId = '66666666-6666-4666-8666-666666666666'

export const aPasskey = (overrides: object = {}) => ({
  id: passkeyId,
  name: 'Work laptop',
  host: location.hostname,
  created_at: '2026-03-01T09:00:00.000Z',
  last_used_at: null,
  ...overrides,
})

export const anApp = (overrides: object = {}) => ({
  created_at: '2026-03-02T09:00:00.000Z',
  last_used_at: null,
  ...overrides,
})

export const aFactorsResponse = (overrides: object = {}) => ({
  body: {
    data: {
      passkeys: [],
      authenticator_app: null,
      recovery_codes_left: 0,
      can_change: true,
      required_by: [],
      ...overrides,
    },
  },
})

export const tenCodes = Array.from({ length: 10 }, (_, index) => `code-${index}`)

export const aRefusal = (message: string, fields?: Record<string, string[]>) => ({
  status: 400,
  body: { error: { type: 'invalid_parameters', messages: [message], ...(fields && { fields }) } },
})

/** Draws the card of a person who has these factors. */
export const openCard = (factors: object = {}, api: ApiHandlers = {}) => {
  setSessionSource(() => Promise.resolve(aSession()))
  return openScreen(SecondFactorCard, {
    api: { 'GET /ui/v1/second-factor': aFactorsResponse(factors), ...api },
  })
}

type Requests = Awaited<ReturnType<typeof openCard>>['requests']

/** The requests that changed something, oldest first. */
export const listChanges = (requests: Requests) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => ({ what: `${method} ${path}`, body }))
