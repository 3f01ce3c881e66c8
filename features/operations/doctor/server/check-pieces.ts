import { readPieceState } from '@playhead/analytics/pieces/due-pieces.sql.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { ok, warning } from './finding.ts'

/** What changed just now is due for a few minutes, and a new server needs a while for its first month. */
const manyDue = 500

export const checkPieces = async ({
  clickhouse,
  settings,
}: Pick<App, 'clickhouse' | 'settings'>) => {
  if (!settings.hasPieces) return ok('Every question reads views (PLAYHEAD_PIECES=0).')
  const { due, oldest, bytes } = await readPieceState(clickhouse)
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`
  if (due === 0) return ok(`All closed hours and days are added up (${size}).`)
  const since = new Date(oldest).toISOString().slice(0, 16).replace('T', ' ')
  const waiting = `${due} hours and days are not added up yet, the oldest of ${since} UTC (${size})`
  return due < manyDue
    ? ok(`${waiting}.`)
    : warning(
        `${waiting}: questions over them read views. If the number does not fall, is there a process with the role scheduler?`,
      )
}
