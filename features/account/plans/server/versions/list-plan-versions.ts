import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { plans } from '../../contract.ts'
import { listOfferedPlans, listPlanVersions as listRows } from '../subscription/plans.sql.ts'
import { fileOf } from './plan-file.ts'
import { byPlan, inOrder, presentPlan } from './present-plan.ts'
import { countSubscribers } from './subscribers.sql.ts'

export const listPlanVersions: Handlers<typeof plans>['versions'] = async ({ app }) => {
  const counts = await countSubscribers(app.postgres)
  const rows = byPlan(await listRows(app.postgres))
  return {
    data: {
      mode: app.settings.billing,
      versions: rows.map((row) => ({
        ...presentPlan(row),
        is_offered: row.is_offered,
        organizations:
          counts.find((one) => one.plan_id === row.id && one.plan_version === row.version)?.count ??
          0,
        created_at: row.created_at.toISOString(),
        created_by: row.created_by,
      })),
      text: JSON.stringify(fileOf(inOrder(await listOfferedPlans(app.postgres))), undefined, 2),
    },
  }
}
