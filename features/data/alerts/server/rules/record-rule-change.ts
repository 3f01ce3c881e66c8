import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { Caller } from '../in-transaction.ts'
import { nameOfRule } from './present-rule.ts'
import type { RuleRow } from './rules.sql.ts'

export const recordRuleChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  rule: RuleRow,
  detail: Record<string, unknown>,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `alert_rule.${happened}`,
    subjectId: rule.id,
    subjectName: nameOfRule(rule),
    environmentId: id,
    detail,
  })
