import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { Person, RequestFacts } from '@playhead/server-kit/context.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { closedToStaff } from '@playhead/server-kit/identity/opens-organization.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { operator } from '../contract.ts'
import { findOperated, updateMasquerade } from './operator.sql.ts'

type Operator = Handlers<typeof operator>

interface Masquerader extends Person {
  request: RequestFacts
}

/** The organization can read in its own trail who looked in, and when. */
const recordMasquerade = (
  postgres: Database,
  { session, request }: Masquerader,
  organization: { id: string; name: string | undefined },
  action: 'masquerade.began' | 'masquerade.ended',
) =>
  recordChange(
    trailOf({ id: organization.id, postgres }),
    { ...actorOf(session, request), masqueradesIn: organization.id },
    {
      action,
      subjectId: organization.id,
      ...(organization.name !== undefined && { subjectName: organization.name }),
    },
  )

const endCurrent = async (postgres: Database, masquerader: Masquerader) => {
  const id = masquerader.session.masquerade_organization_id
  if (!id) return
  const name = (await findOperated({ id, postgres }))?.name
  await updateMasquerade(postgres, masquerader.session.id, null)
  await recordMasquerade(postgres, masquerader, { id, name }, 'masquerade.ended')
}

const demandSecondFactor = async (postgres: Database, { session }: Masquerader, id: string) => {
  const organization = await findAnyOrganization(postgres, id)
  if (organization && closedToStaff(session, organization))
    throw new ApiError('second_factor_required')
}

/** SHELL-061 */
export const beginMasquerade: Operator['masquerade'] = ({ app, body, ...masquerader }) =>
  app.postgres.transaction(async (postgres) => {
    const id = body.masquerade.organization_id
    const organization = await findOperated({ id, postgres })
    if (!organization) throw notFound('organization')
    if (masquerader.session.masquerade_organization_id === organization.id) return undefined
    await demandSecondFactor(postgres, masquerader, organization.id)
    await endCurrent(postgres, masquerader)
    await updateMasquerade(postgres, masquerader.session.id, organization.id)
    await recordMasquerade(postgres, masquerader, organization, 'masquerade.began')
    return undefined
  })

export const endMasquerade: Operator['endMasquerade'] = ({ app, ...masquerader }) =>
  app.postgres.transaction(async (postgres) => {
    await endCurrent(postgres, masquerader)
    return undefined
  })
