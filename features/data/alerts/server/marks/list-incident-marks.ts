import { listIncidentMarks as list } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type incidentMarks, markLimits } from '../../marks-contract.ts'
import { spanOf } from './span-of.ts'

const epochSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

export const listIncidentMarks: Handlers<typeof incidentMarks>['listMarks'] = async ({
  app,
  environment,
  query: { measurements, ...given },
}) => {
  const span = spanOf(given, app.clock.now())
  const rows = await list(environment, { ...span, measurements, limit: markLimits.marks })
  return {
    data: rows.map(({ started_at: startedAt, resolved_at: resolvedAt, ...row }) => ({
      ...row,
      start_time: epochSeconds(startedAt),
      end_time: resolvedAt && epochSeconds(resolvedAt),
    })),
  }
}
