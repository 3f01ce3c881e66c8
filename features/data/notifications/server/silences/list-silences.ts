import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { silences } from '../../contract.ts'
import { presentSilence } from './present-silence.ts'
import { countSilences, listSilences as listRows } from './silences.sql.ts'

export const listSilences: Handlers<typeof silences>['listSilences'] = async ({
  app,
  environment,
  query,
}) => {
  const [count, rows] = await Promise.all([
    countSilences(environment),
    listRows(environment, query),
  ])
  const now = app.clock.now()
  return { data: rows.map((row) => presentSilence(row, now)), total_row_count: count, ...query }
}
