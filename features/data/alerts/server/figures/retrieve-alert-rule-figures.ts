import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { alertLimits, type alertRules } from '../../contract.ts'
import { backtestRule } from '../backtest/backtest-rule.ts'
import { requireFlag } from '../require-flag.ts'
import { requireTimeZone } from '../require-time-zone.ts'
import { findRule, type RuleRow } from '../rules/rules.sql.ts'
import { listFigures } from './figures.sql.ts'
import { figuresSince } from './figures-since.ts'
import { presentFigures } from './present-figures.ts'

/** Twice a week. */
const quietFiredMax = (2 * alertLimits.figureDays) / 7

/** The nearest value that would have been quiet; null when there is none, or when finding it is too costly. */
const proposalFor = async (
  app: App,
  environment: Environment,
  rule: RuleRow,
  signal: AbortSignal,
) => {
  try {
    const days = alertLimits.figureDays
    const { suggestions } = await backtestRule(app, environment, { rule, days, signal })
    const isAbove = rule.area === 'above'
    const quieter = suggestions.filter(
      ({ value, fired }) =>
        fired <= quietFiredMax && (isAbove ? value > rule.value : value < rule.value),
    )
    return (isAbove ? quieter[0] : quieter.at(-1)) ?? null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

export const retrieveAlertRuleFigures: Handlers<typeof alertRules>['figures'] = async ({
  app,
  environment,
  request,
  params,
  query: { time_zone: timeZone },
  ...context
}) => {
  requireFlag(context)
  const rule = await findRule(environment, params.id)
  if (!rule) throw notFound('alert rule')
  requireTimeZone(timeZone)
  const [row] = await listFigures(environment, { ...figuresSince(app), ruleId: rule.id })
  if (!row) throw notFound('alert rule')
  const figures = presentFigures(row, timeZone)
  const proposal = figures.is_noisy
    ? await proposalFor(app, environment, rule, request.signal)
    : null
  return { data: { ...figures, proposal } }
}
