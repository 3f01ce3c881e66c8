import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { alertRules } from '../../contract.ts'
import { requireFlag } from '../require-flag.ts'
import { presentRule } from './present-rule.ts'
import { countRules, listRules } from './rules.sql.ts'

/** ALRT-018 */
export const listAlertRules: Handlers<typeof alertRules>['list'] = async ({
  environment,
  query,
  ...context
}) => {
  requireFlag(context)
  const [count, rows] = await Promise.all([countRules(environment), listRules(environment, query)])
  return { data: rows.map(presentRule), total_row_count: count }
}
