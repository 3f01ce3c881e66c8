import { invalidField } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { limits } from '../limits.ts'
import { beginSso } from './begin-sso.ts'
import { findConnectionOfEmail, findConnectionOfOrganization } from './sso-connections.sql.ts'

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
