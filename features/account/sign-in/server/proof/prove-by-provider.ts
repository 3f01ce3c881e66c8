import { forbidden } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { proof } from '../../contract.ts'
import { limits } from '../limits.ts'
import { beginGithub } from '../providers/begin-github.ts'
import { beginSso } from '../providers/begin-sso.ts'
import { flowRefusal } from '../providers/flows.ts'
import { findConnectionOfOrganization } from '../providers/sso-connections.sql.ts'
import { presentedSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { proveSession } from './prove-session.ts'
import { waysToProve } from './ways-to-prove.ts'

export const startProvider: Handlers<typeof proof>['startProvider'] = async ({
  app,
  request,
  session,
  body,
}) => {
  await takeAttempt(app, limits.providerFromAddress, networkOf(request.ip))
  const { kind, next } = body.proof
  if (!(await waysToProve(app, session)).kinds.includes(kind))
    throw forbidden('You do not sign in through this provider.')
  const flow = { next, proves: session.id }
  if (kind === 'github') return { data: { authorize_url: await beginGithub(app, request, flow) } }
  const connection = session.sso_organization_id
    ? await findConnectionOfOrganization(app.postgres, session.sso_organization_id)
    : undefined
  if (!connection) throw flowRefusal()
  const authorizeUrl = await beginSso(app, request, connection, { ...flow, email: session.email })
  return { data: { authorize_url: authorizeUrl } }
}

interface Returned {
  /** The session that went to the provider. */
  proves: string
  /** Whom the provider named, and for which organization where it is the provider of one. */
  userId: string | undefined
  organizationId?: string
  next: string | null
}

/** Proves the session that asked and no other, and never signs anybody in. */
export const finishProof = async (app: App, request: RequestFacts, returned: Returned) => {
  const session = await presentedSession(app, request)
  if (session?.id !== returned.proves) throw flowRefusal()
  const isThisPerson = session.user_id === returned.userId
  const { organizationId = session.sso_organization_id } = returned
  if (!isThisPerson || session.sso_organization_id !== organizationId)
    throw forbidden('The provider named another account than the one you are signed in with.')
  await proveSession(app, request, session)
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      second_factor: null,
      next: returned.next,
    },
  }
}
