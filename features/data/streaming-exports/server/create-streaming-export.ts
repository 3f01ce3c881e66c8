import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { exportKinds, streamingExportLimits, type streamingExports } from '../contract.ts'
import { httpSettings, s3Settings, sealSettings } from './export-settings.ts'
import { presentStreamingExport } from './present-streaming-export.ts'
import { recordStreamingExportChange } from './record-streaming-export-change.ts'
import { requireFlag } from './require-flag.ts'
import { countExports, insertExport, lockExports, notifyExports } from './streaming-exports.sql.ts'

const refuse = (message: string) => {
  throw new ApiError('invalid_parameters', { messages: [message] })
}

export const createStreamingExport: Handlers<typeof streamingExports>['create'] = async (
  context,
) => {
  const { app, body, environment } = context
  const { kind, http, s3 } = body.streaming_export
  requireFlag(context, kind)
  if ((http === undefined) === (s3 === undefined)) refuse('Give either http or s3.')
  const settings = http ? httpSettings(app, http) : s3Settings(app, s3!)
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockExports(tenant)
    if ((await countExports(tenant, exportKinds)) >= streamingExportLimits.perEnvironmentMax)
      refuse(
        `An environment can have ${streamingExportLimits.perEnvironmentMax} streaming exports.`,
      )
    const created = await insertExport(tenant, {
      kind,
      destination: settings.destination,
      settingsSealed: sealSettings(app, settings),
      from: app.clock.now(),
    })
    await recordStreamingExportChange(context, tenant, 'created', created)
    await notifyExports(tenant)
    const secret = settings.destination === 'http' ? settings.signing_secret : null
    return { data: { ...presentStreamingExport(app, created), signing_secret: secret } }
  })
}
