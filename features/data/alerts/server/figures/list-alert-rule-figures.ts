import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { requireFlag } from '../require-flag.ts'
import { requireTimeZone } from '../require-time-zone.ts'
import { listFigures } from './figures.sql.ts'
import { figuresSince } from './figures-since.ts'
import { presentFigures } from './present-figures.ts'

export const listAlertRuleFigures: Handlers<typeof alertRules>['listFigures'] = async ({
  app,
  environment,
  query: { time_zone: timeZone },
  ...context
}) => {
  requireFlag(context)
  requireTimeZone(timeZone)
  const rows = await listFigures(environment, figuresSince(app))
  return { data: rows.map((row) => ({ ...presentFigures(row, timeZone), proposal: null })) }
}
