import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { findUserByEmail } from '../accounts/users.sql.ts'
import { limits } from '../limits.ts'
import { finishProof } from '../proof/prove-by-provider.ts'
import { openSession, presentedSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import type { SessionMethod } from '../sessions/sessions.sql.ts'
import { beginSso, providerOf } from './begin-sso.ts'
import { finishFlow, flowRefusal } from './flows.ts'
import { userOfSso } from './join-by-sso.ts'
import { ssoPerson } from './sso-claims.ts'
import {
  findConnection,
  findConnectionOfEmail,
  findConnectionOfOrganization,
} from './sso-connections.sql.ts'

const Started = z.object({
  connectionId: z.uuid(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string().nullable(),
  proves: z.uuid().nullable().default(null),
})

const connectionFor = async (app: App, organizationId: string | undefined, email: string) => {
  const connection = organizationId
    ? await findConnectionOfOrganization(app.postgres, organizationId)
    : await findConnectionOfEmail(app.postgres, email)
  if (!connection)
    throw invalidField(
      organizationId ? 'organization_id' : 'email',
      organizationId
        ? 'This organization has no single sign-on.'
        : 'There is no single sign-on for this address.',
    )
  return connection
}

export const startSso: Handlers<typeof signIn>['startSso'] = async ({ app, request, body }) => {
  await takeAttempt(app, limits.providerFromAddress, networkOf(request.ip))
  const { organization_id: organizationId, next } = body.session
  const email = normalizeEmail(body.session.email ?? '')
  const connection = await connectionFor(app, organizationId, email)
  const authorizeUrl = await beginSso(app, request, connection, { email, next, proves: null })
  return { data: { authorize_url: authorizeUrl } }
}

/** Who is signed in already goes on as before and has the organization besides. */
export const finishSso: Handlers<typeof signIn>['finishSso'] = async ({ app, request, body }) => {
  const { code, state, iss } = body.session
  const flow = await finishFlow(app, request, 'sso', state, Started)
  const connection = await findConnection(app.postgres, flow.connectionId)
  if (!connection) throw flowRefusal()
  const provider = await providerOf(app, connection)
  const person = await ssoPerson(app, provider, { ...flow, code, state, iss: iss ?? undefined })
  if (flow.proves)
    return finishProof(app, request, {
      proves: flow.proves,
      userId: (await findUserByEmail(app.postgres, person.email))?.id,
      organizationId: connection.organization_id,
      next: flow.next,
    })
  const present = await presentedSession(app, request)
  const own = present?.method === 'sso' ? undefined : present
  const userId = await userOfSso(app, request, connection, { ...person, session: own })
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
