import { notFound } from '@playhead/contract-kit/errors.ts'
import { forgetRule } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { inTransaction } from '../in-transaction.ts'
import { requireFlag } from '../require-flag.ts'
import { endJudging } from './end-judging.ts'
import { presentRule } from './present-rule.ts'
import { recordRuleChange } from './record-rule-change.ts'
import { deleteRule, lockRule } from './rules.sql.ts'

export const removeAlertRule: Handlers<typeof alertRules>['remove'] = async ({
  params,
  ...context
}) => {
  requireFlag(context)
  return inTransaction(context, async (tenant) => {
    const current = await lockRule(tenant, params.id)
    if (!current) throw notFound('alert rule')
    await endJudging(context.app, tenant, current)
    await forgetRule(tenant, current.id)
    await deleteRule(tenant, current.id)
    await recordRuleChange(context, tenant, 'deleted', current, {
      alert_rule: presentRule(current),
    })
    return undefined
  })
}
