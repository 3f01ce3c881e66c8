import { isDeepStrictEqual } from 'node:util'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange } from '@playhead/server-kit/audit/changes.ts'
import {
  findNewestPlan,
  insertPlanVersion,
  lockPlans,
  type PlanRow,
  withdrawPlan,
} from '../subscription/plans.sql.ts'
import type { NewPlan } from './plan-file.ts'
import { refuseOtherCurrency } from './refuse-other-currency.ts'

const isSame = (plan: NewPlan, row: PlanRow) =>
  Object.entries(plan).every(([name, value]) => isDeepStrictEqual(value, Reflect.get(row, name)))

/** A new version of each plan that differs; plans that are not named stay as they are. */
export const offerNewPlans = ({ postgres }: App, actor: Actor, given: readonly NewPlan[]) =>
  postgres.transaction(async (transaction) => {
    await lockPlans(transaction)
    await refuseOtherCurrency(transaction, given)
    const offered: { id: string; version: number }[] = []
    for (const plan of given) {
      const newest = await findNewestPlan(transaction, plan.id)
      if (newest && isSame(plan, newest)) continue
      await withdrawPlan(transaction, plan.id)
      const { id, version } = await insertPlanVersion(transaction, {
        ...plan,
        created_by: actor.email ?? null,
      })
      offered.push({ id, version })
      await recordChange({ organizationId: null, postgres: transaction }, actor, {
        action: 'plans.offered',
        subjectId: `${id}, version ${version}`,
        subjectName: plan.name,
      })
    }
    return offered
  })
