import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { alertLimits, type alertRules } from '../../contract.ts'
import { inTransaction, personIdOf } from '../in-transaction.ts'
import { requireFlag } from '../require-flag.ts'
import { checkChannels } from './check-channels.ts'
import { presentRule } from './present-rule.ts'
import { recordRuleChange } from './record-rule-change.ts'
import { checkRule, fieldsOf } from './rule-fields.ts'
import { countRules, insertRule, lockRulesOf } from './rules.sql.ts'

const tooManyRules = () =>
  new ApiError('invalid_parameters', {
    messages: [`An environment can have ${alertLimits.rulesPerEnvironment} alert rules.`],
  })

export const createAlertRule: Handlers<typeof alertRules>['create'] = async ({
  body,
  ...context
}) => {
  requireFlag(context)
  const fields = fieldsOf(body)
  checkRule(fields)
  return inTransaction(context, async (tenant) => {
    await checkChannels(tenant, fields)
    await lockRulesOf(tenant)
    if ((await countRules(tenant)) >= alertLimits.rulesPerEnvironment) throw tooManyRules()
    const created = await insertRule(tenant, fields, personIdOf(context))
    const data = presentRule(created)
    await recordRuleChange(context, tenant, 'created', created, { alert_rule: data })
    return { data }
  })
}
