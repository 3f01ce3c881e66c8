import { updateMasquerade } from '@playhead/features/account/sign-in/server'
import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { organizationClosedToStaffBy } from '@playhead/server-kit/identity/organization-closed-by.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { operator } from '../contract.ts'
import { endCurrentMasquerade } from './end-current-masquerade.ts'
import { findOperated } from './operator.sql.ts'
import { type Masquerader, recordMasquerade } from './record-masquerade.ts'

const requireSecondFactor = async (postgres: Database, { session }: Masquerader, id: string) => {
  const organization = await findAnyOrganization(postgres, id)
  if (organization && organizationClosedToStaffBy(session, organization))
    throw new ApiError('second_factor_required')
}

/** SHELL-061 */
export const beginMasquerade: Handlers<typeof operator>['masquerade'] = ({
  app,
  body,
  ...masquerader
}) =>
  app.postgres.transaction(async (postgres) => {
    const id = body.masquerade.organization_id
    const organization = await findOperated({ id, postgres })
    if (!organization) throw notFound('organization')
    if (masquerader.session.masquerade_organization_id === organization.id) return undefined
    await requireSecondFactor(postgres, masquerader, organization.id)
    await endCurrentMasquerade(postgres, masquerader)
    await updateMasquerade(postgres, masquerader.session.id, organization.id)
    await recordMasquerade(postgres, masquerader, organization, 'masquerade.began')
    return undefined
  })
