import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { inTransaction } from '../in-transaction.ts'
import { requireFlag } from '../require-flag.ts'
import { checkChannels } from './check-channels.ts'
import { endJudging } from './end-judging.ts'
import { presentRule } from './present-rule.ts'
import { recordRuleChange } from './record-rule-change.ts'
import { changedFields, checkRule } from './rule-fields.ts'
import { lockRule, type RuleFields, type RuleRow, updateRule } from './rules.sql.ts'

/** What may change while an incident goes on. */
const unjudged = ['name', 'severity', 'channel_ids'] as const satisfies (keyof RuleFields)[]
const ofSeries = ['metric', 'filters', 'group_by'] as const satisfies (keyof RuleFields)[]

const differs = (before: RuleFields, after: RuleFields, field: keyof RuleFields) =>
  JSON.stringify(before[field]) !== JSON.stringify(after[field])

const fieldsChanged = (before: RuleRow, after: RuleFields) =>
  (Object.keys(after) as (keyof RuleFields)[]).filter((field) => differs(before, after, field))

/** Also replaces: then every field is given. */
export const updateAlertRule: Handlers<typeof alertRules>['update'] = async ({
  params,
  body,
  ...context
}) => {
  requireFlag(context)
  return inTransaction(context, async (tenant) => {
    const current = await lockRule(tenant, params.id)
    if (!current) throw notFound('alert rule')
    const wanted = changedFields(current, body)
    checkRule(wanted)
    const changes = fieldsChanged(current, wanted)
    // A channel that was deleted since then does not refuse other changes.
    if (changes.includes('channel_ids')) await checkChannels(tenant, wanted)
    if (changes.length === 0) return { data: presentRule(current) }
    const isJudgedAnew = changes.some((field) => !unjudged.some((one) => one === field))
    if (isJudgedAnew) await endJudging(context.app, tenant, current)
    const isOtherSeries = changes.some((field) => ofSeries.some((one) => one === field))
    const changed = await updateRule(tenant, current.id, wanted, { isJudgedAnew, isOtherSeries })
    const data = presentRule(changed)
    await recordRuleChange(context, tenant, 'updated', changed, {
      alert_rule: { from: presentRule(current), to: data },
    })
    return { data }
  })
}
