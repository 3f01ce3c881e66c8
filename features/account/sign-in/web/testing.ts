import { toSnake } from '@playhead/contract-kit/case-seam.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { call } from '@playhead/web-kit/calls/call.ts'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Session as SessionSchema, signIn } from '../contract.ts'

/** What a server with default settings offers: password and single sign-on. */
export const aSignInApi = (overrides: object = {}): ApiHandlers => ({
  'GET /ui/v1/sign-in-options': {
    body: {
      data: {
        github: false,
        captcha: null,
        password_length_min: 12,
        has_session: false,
        sends_mail: true,
        first_visit: false,
        marketing: false,
        demo: null,
        ...overrides,
      },
    },
  },
})

export const aSessionBody = (session: Session) => ({
  data: toSnake(SessionSchema, session),
})

export const aRefusal = (status: number, message: string, fields?: Record<string, string[]>) => ({
  status,
  body: { error: { type: 'invalid_parameters', messages: [message], ...(fields && { fields }) } },
})

/** As the dashboard does when it starts. */
export const readSessionFromServer = () =>
  setSessionSource(async (tenant) => (await call(signIn.retrieve, { tenant, quiet: true })).data)
