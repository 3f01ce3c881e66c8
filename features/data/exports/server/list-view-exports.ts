import { isVisitor } from '@playhead/server-kit/identity/visitor.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { isReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { exportLimits, type exports } from '../contract.ts'
import { dayOf, fileNameOf, listExportDays } from './export-files.ts'
import { noteExportReader } from './exports.sql.ts'

const daySeconds = 86_400

export const listViewExports: Handlers<typeof exports>['listViews'] = async ({
  app,
  environment,
  caller,
}) => {
  const now = app.clock.now()
  // A visitor of a public demo changes nothing, so files are written for others alone.
  const isVisit = caller.kind === 'person' && isVisitor(caller.session)
  if (!isVisit && !(await isReadOnly(app.postgres))) await noteExportReader(environment, now)
  const days = await listExportDays(app.settings.dataFolder, environment.id)
  const today = Date.parse(`${dayOf(now)}T00:00:00Z`) / 1000
  const addressOf = (day: string) => {
    const token = app.vault.sign(
      'views-export',
      { environment: environment.id, day },
      daySeconds,
      now,
    )
    return `${app.settings.publicUrl}/data/v1/exports/views/${fileNameOf(day)}?token=${token}`
  }
  return {
    data: days.map((day) => ({
      export_date: day,
      files: [{ path: addressOf(day), type: 'csv', version: exportLimits.version }],
    })),
    timeframe: [today - exportLimits.keptDays * daySeconds, today],
    total_row_count: days.length,
  }
}
