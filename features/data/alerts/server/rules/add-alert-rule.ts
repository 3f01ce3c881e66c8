import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'
import { alertLimits } from '../../contract.ts'
import { presentRule } from './present-rule.ts'
import { recordChangeBy } from './record-rule-change.ts'
import { countRules, insertRule, lockRulesOf, type RuleFields } from './rules.sql.ts'

const tooManyRules = () =>
  new ApiError('invalid_parameters', {
    messages: [`An environment can have ${alertLimits.rulesPerEnvironment} alert rules.`],
  })

interface Author {
  actor: Actor
  /** Null for access tokens. */
  userId: string | null
}

/** Within a transaction of the environment; the fields are checked. */
export const addAlertRule = async (
  organization: Organization,
  environment: Environment,
  { actor, userId }: Author,
  fields: RuleFields,
) => {
  await lockRulesOf(environment)
  if ((await countRules(environment)) >= alertLimits.rulesPerEnvironment) throw tooManyRules()
  const created = await insertRule(environment, fields, userId)
  const presented = presentRule(created)
  await recordChangeBy(actor, organization, environment, 'created', created, {
    alert_rule: presented,
  })
  return presented
}
