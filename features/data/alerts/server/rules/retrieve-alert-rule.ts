import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { requireFlag } from '../require-flag.ts'
import { presentRule } from './present-rule.ts'
import { findRule } from './rules.sql.ts'

export const retrieveAlertRule: Handlers<typeof alertRules>['retrieve'] = async ({
  environment,
  params,
  ...context
}) => {
  requireFlag(context)
  const found = await findRule(environment, params.id)
  if (!found) throw notFound('alert rule')
  return { data: presentRule(found) }
}
