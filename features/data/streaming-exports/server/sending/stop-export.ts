import type { App } from '@playhead/server-kit/app.ts'
import { recordChange } from '@playhead/server-kit/audit/changes.ts'
import { listAdminAddresses } from '@playhead/server-kit/identity/members.sql.ts'
import { exportName } from '../record-streaming-export-change.ts'
import { type ClaimedRow, stopRefusedExport } from './leases.sql.ts'
import { stoppedMail } from './stopped-mail.ts'

/** After a day of refusals: an admin has to look, and lets it go on. */
export const stopExport = async (
  app: App,
  { lease, organization_id: id }: ClaimedRow,
  error: string,
) => {
  const stopped = await app.postgres.transaction(async (postgres) => {
    const row = await stopRefusedExport(postgres, lease)
    if (!row) return undefined
    const name = exportName(app, row)
    await recordChange(
      { organizationId: id, postgres },
      { kind: 'system' },
      {
        action: 'streaming_export.stopped',
        subjectId: row.id,
        subjectName: name,
        environmentId: row.environment_id,
        detail: { destination: row.destination, error },
      },
    )
    return { ...row, name }
  })
  if (!stopped) return
  const place = `organizations/${id}/environments/${stopped.environment_id}`
  const mail = {
    what: stopped.kind === 'viewstream' ? ('Views' as const) : ('Input health' as const),
    environment: stopped.environment_name,
    destination: stopped.name,
    error,
    url: `${app.settings.publicUrl}/${place}/settings/streaming-exports`,
  }
  for (const to of await listAdminAddresses({ id, postgres: app.postgres }))
    await app.mailer
      .send(stoppedMail(to, mail))
      .catch((failure: unknown) =>
        app.log.error('a mail about a stopped export could not be sent', { error: failure }),
      )
}
