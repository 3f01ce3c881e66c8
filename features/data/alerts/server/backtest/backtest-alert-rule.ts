import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { requireFlag } from '../require-flag.ts'
import { checkRule, fieldsOf } from '../rules/rule-fields.ts'
import { backtestRule } from './backtest-rule.ts'

export const backtestAlertRule: Handlers<typeof alertRules>['backtest'] = async ({
  app,
  environment,
  request,
  body,
  ...context
}) => {
  requireFlag(context)
  const rule = fieldsOf(body.alert_rule)
  checkRule(rule)
  const { signal } = request
  return { data: await backtestRule(app, environment, { rule, days: body.days, signal }) }
}
