import type { z } from 'zod/mini'
import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { streamingExports } from '../contract.ts'
import {
  type ExportSettings,
  httpSettings,
  openSettings,
  s3Settings,
  sealSettings,
} from './export-settings.ts'
import { presentStreamingExport } from './present-streaming-export.ts'
import { recordStreamingExportChange } from './record-streaming-export-change.ts'
import { requireFlag } from './require-flag.ts'
import { requireLockedExport } from './require-streaming-export.ts'
import { type ExportRow, notifyExports, updateExport } from './streaming-exports.sql.ts'

type Changes = z.output<typeof streamingExports.update.body>['streaming_export']

/** Undefined while the settings stay. A secret that is not given stays too. */
const changedSettings = (
  app: App,
  row: ExportRow,
  { http, s3 }: Changes,
): ExportSettings | undefined => {
  if (http === undefined && s3 === undefined) return undefined
  const given = http ? 'http' : 's3'
  if ((http && s3) || given !== row.destination)
    throw new ApiError('invalid_parameters', {
      messages: ['The destination of an export stays. Create another export.'],
    })
  const current = openSettings(app, row.settings_sealed)
  if (http)
    return httpSettings(
      app,
      http,
      current?.destination === 'http' ? current.signing_secret : undefined,
    )
  const kept = current?.destination === 's3' ? current.secret_access_key : undefined
  const secret = s3!.secret_access_key ?? kept
  if (secret === undefined)
    throw invalidField('secret_access_key', 'Enter the secret access key again.')
  return s3Settings(app, { ...s3!, secret_access_key: secret })
}

export const updateStreamingExport: Handlers<typeof streamingExports>['update'] = (context) => {
  const { app, body, params, environment } = context
  const changes = body.streaming_export
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const current = await requireLockedExport(tenant, params.id)
    requireFlag(context, current.kind)
    const settings = changedSettings(app, current, changes)
    if (settings === undefined && changes.enabled === undefined)
      throw new ApiError('invalid_parameters', { messages: ['Give http, s3 or enabled.'] })
    const status =
      changes.enabled === undefined ? current.status : changes.enabled ? 'running' : 'paused'
    const changed = await updateExport(tenant, current.id, {
      settingsSealed: settings ? sealSettings(app, settings) : current.settings_sealed,
      status,
    })
    await recordStreamingExportChange(context, tenant, 'updated', changed)
    await notifyExports(tenant)
    return { data: presentStreamingExport(app, changed) }
  })
}
