import { actorOf, recordChange } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sharedCosts } from '../../shared-costs-contract.ts'
import { presentSharedCost } from './present-shared-cost.ts'
import { refuseWrongDays } from './refuse-wrong-days.ts'
import { insertSharedCost } from './shared-costs.sql.ts'

export const createSharedCost: Handlers<typeof sharedCosts>['createSharedCost'] = ({
  app,
  session,
  request,
  body: { shared_cost: given },
}) =>
  app.postgres.transaction(async (postgres) => {
    refuseWrongDays(given)
    const created = await insertSharedCost(postgres, given)
    const { id, name, ...detail } = presentSharedCost(created)
    await recordChange({ organizationId: null, postgres }, actorOf(session, request), {
      action: 'shared_cost.created',
      subjectId: id,
      subjectName: name,
      detail,
    })
    return { data: presentSharedCost(created) }
  })
