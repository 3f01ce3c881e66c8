import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { streamingExports } from '../contract.ts'
import { presentStreamingExport } from './present-streaming-export.ts'
import { includedKinds } from './require-flag.ts'
import { countExports, listExports } from './streaming-exports.sql.ts'

/** Exports of a kind that the plan does not include are not listed. ACCT-081 */
export const listStreamingExports: Handlers<typeof streamingExports>['list'] = async ({
  app,
  environment,
  flags,
  query,
}) => {
  const kinds = includedKinds(flags)
  if (kinds.length === 0) return { data: [], total_row_count: 0, ...query }
  const [count, rows] = await Promise.all([
    countExports(environment, kinds),
    listExports(environment, kinds, query),
  ])
  return {
    data: rows.map((row) => presentStreamingExport(app, row)),
    total_row_count: count,
    ...query,
  }
}
