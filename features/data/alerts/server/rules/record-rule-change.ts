import {
  type Actor,
  actorOfCaller,
  recordChange,
  trailOf,
} from '@playhead/server-kit/audit/changes.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { Caller } from '../in-transaction.ts'
import { nameOfRule } from './present-rule.ts'
import type { RuleRow } from './rules.sql.ts'

type Happened = 'created' | 'updated' | 'deleted'

export const recordChangeBy = (
  actor: Actor,
  organization: Organization,
  { id, postgres }: Environment,
  happened: Happened,
  rule: RuleRow,
  detail: Record<string, unknown>,
) =>
  recordChange(trailOf(within(organization, postgres)), actor, {
    action: `alert_rule.${happened}`,
    subjectId: rule.id,
    subjectName: nameOfRule(rule),
    environmentId: id,
    detail,
  })

export const recordRuleChange = (
  { organization, caller, request }: Caller,
  environment: Environment,
  happened: Happened,
  rule: RuleRow,
  detail: Record<string, unknown>,
) =>
  recordChangeBy(actorOfCaller(caller, request), organization, environment, happened, rule, detail)
