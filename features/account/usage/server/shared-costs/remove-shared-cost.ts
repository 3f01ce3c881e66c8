import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sharedCosts } from '../../shared-costs-contract.ts'
import { presentSharedCost } from './present-shared-cost.ts'
import { deleteSharedCost, lockSharedCost } from './shared-costs.sql.ts'

export const removeSharedCost: Handlers<typeof sharedCosts>['removeSharedCost'] = ({
  app,
  session,
  request,
  params,
}) =>
  app.postgres.transaction(async (postgres) => {
    const current = await lockSharedCost(postgres, params.id)
    if (!current) throw notFound('shared cost')
    await deleteSharedCost(postgres, current.id)
    const { id, name, ...detail } = presentSharedCost(current)
    await recordChange({ organizationId: null, postgres }, actorOf(session, request), {
      action: 'shared_cost.deleted',
      subjectId: id,
      subjectName: name,
      detail,
    })
    return undefined
  })
