import { forbidden } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

/** The person who sets the provider decides who can sign in, so staff who masquerade may not set it. */
export const requireOwnAdmin = (app: App, session: SessionRow, organization: Organization) => {
  if (session.internal && session.masquerade_organization_id === organization.id)
    throw forbidden(
      'Staff cannot change how members of an organization sign in. An operator can remove it with playhead organization remove-sso.',
    )
  requireRecentProof(app, session)
}
