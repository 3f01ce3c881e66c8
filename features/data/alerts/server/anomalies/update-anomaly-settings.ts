import { endOpenAnomalies } from '@playhead/features/data/incidents/server'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { anomalySettings } from '../../anomalies-contract.ts'
import { announceIncident } from '../announce-incident.ts'
import { inTransaction } from '../in-transaction.ts'
import { historyRange } from './history-range.ts'
import {
  findAnomalySettings,
  measuresWithout,
  updateAnomalySettings as update,
} from './anomaly-settings.sql.ts'
import { deleteAnomalyStatesOf } from './anomaly-states.sql.ts'
import { presentAnomalySettings } from './retrieve-anomaly-settings.ts'

export const updateAnomalySettings: Handlers<
  typeof anomalySettings
>['updateAnomalySettings'] = async ({ body, ...context }) => {
  const { app, organization, caller, request, environment } = context
  const now = app.clock.now()
  await inTransaction(context, async (tenant) => {
    const before = await findAnomalySettings(tenant)
    const after = {
      isEnabled: body.is_enabled ?? before.is_enabled,
      sensitivity: body.sensitivity ?? before.sensitivity,
      measures: body.measures ?? measuresWithout(before.off_measures),
    }
    const isSwitchedOn = after.isEnabled && !before.is_enabled
    const lookBack = isSwitchedOn ? historyRange(now, body.look_back_days ?? 0) : undefined
    await update(tenant, { ...after, lookBack })
    const searched = after.isEnabled ? after.measures : []
    for (const { id } of await endOpenAnomalies(tenant, { searched, endedAt: now }))
      await announceIncident(
        app,
        tenant.postgres,
        { id, type: 'anomaly', environmentId: tenant.id, channelIds: null },
        'ended',
      )
    await deleteAnomalyStatesOf(tenant.postgres, tenant.id, searched)
    await recordChange(
      trailOf(within(organization, tenant.postgres)),
      actorOfCaller(caller, request),
      {
        action: 'anomaly_settings.updated',
        subjectId: tenant.id,
        subjectName: 'Anomalies',
        environmentId: tenant.id,
        detail: {
          before: {
            is_enabled: before.is_enabled,
            sensitivity: before.sensitivity,
            measures: measuresWithout(before.off_measures),
          },
          after: {
            is_enabled: after.isEnabled,
            sensitivity: after.sensitivity,
            measures: [...after.measures],
          },
        },
      },
    )
  })
  return { data: await presentAnomalySettings(environment, now) }
}
