import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { privateCookie, privateCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { type FlowKind, insertFlow, takeFlow } from './flows.sql.ts'

export const flowMinutes = 10
const browserCookieName = 'playhead_sign_in'

const Kept = z.object({ browser: z.string(), detail: z.unknown() })

const fingerprint = (secret: string) => hashToken(secret).toString('base64url')

const tokenShape = /^[\w-]{43}$/

const presentSecret = (app: App, request: RequestFacts) =>
  request.cookies[privateCookieName(app.settings, browserCookieName)] ?? ''

/** Several tabs may sign in at once, so a browser keeps its secret if that has our format. */
const browserSecret = (app: App, request: RequestFacts) => {
  const present = presentSecret(app, request)
  const secret = tokenShape.test(present) ? present : randomToken()
  request.setCookie(privateCookie(app.settings, browserCookieName, secret, flowMinutes * 60))
  return secret
}

/** Returns the state that the provider must send back. */
export const startFlow = async (
  app: App,
  request: RequestFacts,
  kind: FlowKind,
  detail: Record<string, unknown>,
) => {
  const state = randomToken()
  await insertFlow(app.postgres, {
    kind,
    stateHash: hashToken(state),
    detail: { browser: fingerprint(browserSecret(app, request)), detail },
    expiresAt: new Date(app.clock.now().getTime() + flowMinutes * 60_000),
  })
  return state
}

export const flowRefusal = (cause?: unknown) =>
  new ApiError('unauthorized', {
    messages: ['The sign-in was not completed in time or not confirmed. Please try again.'],
    cause,
  })

/** Only the browser that began may finish: a link cannot sign a person in to another person's account. */
export const finishFlow = async <Detail>(
  app: App,
  request: RequestFacts,
  kind: FlowKind,
  state: string,
  Detail: z.ZodType<Detail>,
): Promise<Detail> => {
  const row = await takeFlow(app.postgres, kind, hashToken(state), app.clock.now())
  if (!row) throw flowRefusal()
  const kept = Kept.parse(row.detail)
  if (kept.browser !== fingerprint(presentSecret(app, request))) throw flowRefusal()
  return Detail.parse(kept.detail)
}
