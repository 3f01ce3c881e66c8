import { forbidden } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { proof } from '../../contract.ts'
import { limits } from '../limits.ts'
import { beginGithub } from '../providers/begin-github.ts'
import { beginSso } from '../providers/begin-sso.ts'
import { flowRefusal } from '../providers/flows.ts'
import { findConnectionOfOrganization } from '../providers/sso-connections.sql.ts'
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
