import { notFound } from '@playhead/contract-kit/errors.ts'
import { listOpenEnvironments } from '@playhead/server-kit/identity/identity.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { overview } from '../contract.ts'

export const retrieveEnvironmentStatus: Handlers<typeof overview>['status'] = async ({
  organization,
  membership,
  session,
  params,
}) => {
  const open = await listOpenEnvironments(organization.postgres, [organization.id], {
    userId: session.user_id,
    opensAll: membership.admin,
  })
  const found = open.find(({ id }) => id === params.id)
  if (!found) throw notFound('environment')
  const { id, status } = found
  return { data: { id, status, integrated: status === 'integrated' } }
}
