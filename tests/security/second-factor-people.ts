import { operatorServer } from '@playhead/features/account/operator/server'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { profileServer } from '@playhead/features/account/profile/server'
import { secondFactorServer } from '@playhead/features/account/second-factor/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { anAuthenticator } from '@playhead/testing/authenticator.ts'
import { readShownCode } from '@playhead/testing/authenticator-app.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

export const origin = 'http://localhost:4000'
export const password = 'seven green lanterns'

export type Browser = ReturnType<typeof aBrowser>

/** One change as `GET /ui/v1/organization/changes` returns it. */
export interface Change {
  action: string
  actor_email: string | null
}

/** Headers of a request from a page of this server. */
export const at = (
  own: Browser,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) => own.send(path, { body, headers: { origin, host: 'localhost:4000', ...headers } })

export const addPasskey = async (own: Browser, key = anAuthenticator(origin), name = 'Laptop') => {
  const asked = await at(own, '/ui/v1/second-factor/passkeys/start', {})
  const answer = await at(own, '/ui/v1/second-factor/passkeys', {
    passkey: { name, ...key.make(asked.body.data) },
  })
  return { key, answer }
}

export const ticketOf = async (own: Browser, email: string, headers = {}) =>
  (await at(own, '/ui/v1/session', { session: { email, password } }, headers)).body.second_factor

export const complete = (
  own: Browser,
  ticket: string,
  code: string,
  method = 'authenticator_app',
  headers = {},
) => at(own, '/ui/v1/session/second-factor', { session: { ticket, method, code } }, headers)

export const askPasskey = async (own: Browser, ticket?: string) =>
  (await at(own, '/ui/v1/session/passkey/start', { session: { ticket } })).body.data

export const answerPasskey = (own: Browser, session: object) =>
  at(own, '/ui/v1/session/passkey', { session })

export const retrieve = async (own: Browser) => (await own.send('/ui/v1/second-factor')).body.data

/** A server, and people on it with their second factors. */
export const secondFactorServers = async () => {
  const server = await startTestApp(
    [signInServer, profileServer, organizationsServer, secondFactorServer, operatorServer],
    { settings: { PLAYHEAD_TRUST_PROXY: '1' } },
  )
  const { clock, database } = server
  const make = aFactory(database)

  /** Newest first; mails are sent after the response, so tests wait for them. */
  const mailsTo = async (email: string) => (await server.mails()).filter(({ to }) => to === email)

  /** The code that an authenticator app shows now, or some 30-second steps away. */
  const shown = (secret: string, distance = 0) =>
    readShownCode(secret, new Date(clock.now().getTime() + distance * 30_000))

  const person = async () => {
    const made = await make.person({ password })
    const own = aBrowser(server)
    await own.signIn(made.email, password)
    return { person: made, own }
  }

  const withApp = async () => {
    const { person: made, own } = await person()
    const { secret } = (await at(own, '/ui/v1/second-factor/authenticator-app/start', {})).body.data
    const added = await at(own, '/ui/v1/second-factor/authenticator-app', {
      authenticator_app: { code: shown(secret) },
    })
    const codes: string[] = added.body.data.recovery_codes
    clock.advance(60)
    return { person: made, own, secret, codes, shownNow: () => shown(secret) }
  }

  const withPasskey = async () => {
    const { person: made, own } = await person()
    const { key, answer } = await addPasskey(own)
    return { person: made, own, key, id: answer.body.data.passkey.id, answer }
  }

  return { ...server, server, make, mailsTo, shown, person, withApp, withPasskey }
}
