import { z } from 'zod'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { finishProof } from '../proof/finish-proof.ts'
import { openSession, presentedSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import type { SessionMethod } from '../sessions/sessions.sql.ts'
import { providerOf } from './begin-sso.ts'
import { finishFlow, flowRefusal } from './flows.ts'
import { userOfSso } from './join-by-sso.ts'
import { ssoPerson } from './sso-claims.ts'
import { recordSsoFailure } from './record-sso-failure.ts'
import { findConnection } from './sso-connections.sql.ts'

const Started = z.object({
  connectionId: z.uuid(),
  verifier: z.string(),
  nonce: z.string(),
  /** As it was typed when the visit began; empty if the person named the organization. */
  email: z.string().default(''),
  next: z.string().nullable(),
  proves: z.uuid().nullable().default(null),
})

/** A person who is already signed in stays signed in and can also open the organization. */
export const finishSso: Handlers<typeof signIn>['finishSso'] = async ({ app, request, body }) => {
  const { code, state, iss } = body.session
  const flow = await finishFlow(app, request, 'sso', state, Started)
  const connection = await findConnection(app.postgres, flow.connectionId)
  if (!connection) throw flowRefusal()
  const provider = await providerOf(app, connection)
  const answer = { ...flow, code, state, iss: iss ?? undefined }
  const refused = (email: string) => (error: unknown) => {
    if (!flow.proves) recordSsoFailure({ app, request }, connection, email, error)
    throw error
  }
  const person = await ssoPerson(app, provider, answer).catch(refused(flow.email))
  if (flow.proves)
    return finishProof(app, request, {
      proves: flow.proves,
      userId: (await findUserByEmail(app.postgres, person.email))?.id,
      organizationId: connection.organization_id,
      next: flow.next,
    })
  const present = await presentedSession(app, request)
  const own = present?.method === 'sso' ? undefined : present
  const arriving = { ...person, session: own }
  const userId = await userOfSso(app, request, connection, arriving).catch(refused(person.email))
  const continues = own?.user_id === userId ? own : undefined
  const session = await openSession(app, request, {
    userId,
    method: continues ? (continues.method as SessionMethod) : 'sso',
    continues,
    ssoOrganizationId: connection.organization_id,
  })
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      second_factor: null,
      next: flow.next,
    },
  }
}
