import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { isReadOnly } from '@playhead/server-kit/server-state.sql.ts'
import { exportLimits, type exports } from '../contract.ts'
import { dayOf, fileNameOf, listExportDays, readExport } from './export-files.ts'
import { noteExportReader } from './exports.sql.ts'

type Read = Handlers<typeof exports>

const daySeconds = 86_400

export const listViewExports: Read['listViews'] = async ({ app, environment }) => {
  const now = app.clock.now()
  if (!(await isReadOnly(app.postgres))) await noteExportReader(environment, now)
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

/** A token that is forged, out of date or of another file is the same to the caller as a file that is gone. */
export const downloadExport: Read['download'] = async ({ app, params, query }) => {
  const statement = app.vault.verify('views-export', query.token, app.clock.now())
  const { environment, day } = statement ?? {}
  const isOfFile =
    typeof environment === 'string' && typeof day === 'string' && params.file === fileNameOf(day)
  const file = isOfFile && (await readExport(app.settings.dataFolder, environment, day))
  if (!file) throw notFound('export')
  return file
}
