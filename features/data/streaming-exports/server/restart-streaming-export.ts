import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { ExportKind, streamingExports } from '../contract.ts'
import { presentStreamingExport } from './present-streaming-export.ts'
import { recordStreamingExportChange } from './record-streaming-export-change.ts'
import { requireFlag } from './require-flag.ts'
import { requireLockedExport } from './require-streaming-export.ts'
import { notifyExports, updateExportPlace } from './streaming-exports.sql.ts'

const dayMs = 86_400_000
/** TIME-031 */
const usualRetentionDays = 100

/** As the table of it says. */
const healthDays = 30

const keptOf = (kind: ExportKind, { retentionDays }: Flags) =>
  kind === 'livehealthstream'
    ? { what: 'Input health is', days: healthDays }
    : { what: 'Views are', days: retentionDays > 0 ? retentionDays : usualRetentionDays }

const checkFrom = (from: Date, kept: ReturnType<typeof keptOf>, now: Date) => {
  if (from > now) throw invalidField('from', 'The time is in the future.')
  const days = (now.getTime() - from.getTime()) / dayMs
  if (days > kept.days) throw invalidField('from', `${kept.what} kept for ${kept.days} days.`)
}

export const restartStreamingExport: Handlers<typeof streamingExports>['restart'] = (context) => {
  const { app, body, params, environment, flags } = context
  const from = new Date(body.from)
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const current = await requireLockedExport(tenant, params.id)
    requireFlag(context, current.kind)
    checkFrom(from, keptOf(current.kind, flags), app.clock.now())
    const changed = await updateExportPlace(tenant, current.id, from)
    await recordStreamingExportChange(context, tenant, 'restarted', changed, {
      from: from.toISOString(),
    })
    await notifyExports(tenant)
    return { data: presentStreamingExport(app, changed) }
  })
}
