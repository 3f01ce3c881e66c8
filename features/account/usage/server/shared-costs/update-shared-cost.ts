import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sharedCosts } from '../../shared-costs-contract.ts'
import { presentSharedCost } from './present-shared-cost.ts'
import { refuseWrongDays } from './refuse-wrong-days.ts'
import {
  lockSharedCost,
  type SharedCostRow,
  updateSharedCost as update,
} from './shared-costs.sql.ts'

const fields = ['name', 'cents_per_month', 'shared_by', 'valid_from', 'valid_until'] as const

const differences = (from: SharedCostRow, to: SharedCostRow) =>
  Object.fromEntries(
    fields
      .filter((field) => from[field] !== to[field])
      .map((field) => [field, { from: from[field], to: to[field] }]),
  )

export const updateSharedCost: Handlers<typeof sharedCosts>['updateSharedCost'] = ({
  app,
  session,
  request,
  params,
  body: { shared_cost: given },
}) =>
  app.postgres.transaction(async (postgres) => {
    const current = await lockSharedCost(postgres, params.id)
    if (!current) throw notFound('shared cost')
    refuseWrongDays(given)
    const changed = await update(postgres, current.id, given)
    const detail = differences(current, changed)
    if (Object.keys(detail).length > 0)
      await recordChange({ organizationId: null, postgres }, actorOf(session, request), {
        action: 'shared_cost.updated',
        subjectId: changed.id,
        subjectName: changed.name,
        detail,
      })
    return { data: presentSharedCost(changed) }
  })
