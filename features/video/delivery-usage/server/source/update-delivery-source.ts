import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { deliveryUsage } from '../../contract.ts'
import { deliverySourceAt, nextHour } from './delivery-source.ts'
import {
  beginPlayedPeriod,
  deleteChangeAt,
  endPlayedPeriod,
  findEnvironmentName,
  listPlayedPeriods,
} from './played-periods.sql.ts'

/** Takes effect with the next hour, so no hour is counted from two sources. */
export const updateDeliverySource: Handlers<typeof deliveryUsage>['updateSource'] = ({
  app,
  organization,
  session,
  request,
  params,
  body,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const environment = await findEnvironmentName(tenant, params.id)
    if (!environment) throw notFound('environment')
    const owner = { id: environment.id, postgres: transaction }
    const now = app.clock.now()
    const hour = nextHour(now)
    const before = deliverySourceAt(await listPlayedPeriods(owner), now)
    const planned = before.next?.source ?? before.source
    const { source } = body.delivery
    if (source === planned) return { data: before }
    if (before.next) await deleteChangeAt(owner, hour)
    else await (source === 'views' ? beginPlayedPeriod(owner, hour) : endPlayedPeriod(owner, hour))
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'environment.delivery_source_changed',
      subjectId: environment.id,
      subjectName: environment.name,
      environmentId: environment.id,
      detail: { delivered_from: { from: planned, to: source }, since: hour.toISOString() },
    })
    return { data: deliverySourceAt(await listPlayedPeriods(owner), now) }
  })
