import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { streamingExports } from '../contract.ts'
import { recordStreamingExportChange } from './record-streaming-export-change.ts'
import { requireLockedExport } from './require-streaming-export.ts'
import { deleteExport, notifyExports } from './streaming-exports.sql.ts'

/** Needs no flag: what a plan no longer includes can still be deleted, together with its secrets. */
export const removeStreamingExport: Handlers<typeof streamingExports>['remove'] = async (
  context,
) => {
  const { params, environment } = context
  await environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const found = await requireLockedExport(tenant, params.id)
    await deleteExport(tenant, found.id)
    await recordStreamingExportChange(context, tenant, 'deleted', found)
    await notifyExports(tenant)
  })
  return undefined
}
