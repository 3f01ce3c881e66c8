import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { openSettings } from './export-settings.ts'
import type { ExportRow } from './streaming-exports.sql.ts'

type Caller = EnvironmentContext & { app: App; request: RequestFacts }

/** Where an export sends to, in one text. An address may hold a token in its query. */
export const exportName = (app: App, row: Pick<ExportRow, 'destination' | 'settings_sealed'>) => {
  const settings = openSettings(app, row.settings_sealed)
  if (!settings) return row.destination
  return settings.destination === 'http'
    ? settings.address.replace(/[?#].*$/, '')
    : [settings.bucket, settings.prefix].filter(Boolean).join('/')
}

export const recordStreamingExportChange = (
  { app, organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'restarted' | 'deleted',
  row: ExportRow,
  detail: Record<string, unknown> = {},
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `streaming_export.${happened}`,
    subjectId: row.id,
    subjectName: exportName(app, row),
    environmentId: id,
    detail: { kind: row.kind, destination: row.destination, status: row.status, ...detail },
  })
