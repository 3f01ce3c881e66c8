import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { findLogSettings, writeLogSettings } from '@playhead/features/account/environments/server'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { everyCallHoursMax, type logs } from '../contract.ts'
import { presentLogSettings } from './present-log-settings.ts'

/** The clock of the caller may be ahead. */
const aheadMs = 60_000

const refuseLongLogging = (until: string | null | undefined, now: Date) => {
  if (!until) return
  const milliseconds = Date.parse(until) - now.getTime()
  if (milliseconds <= 0 || milliseconds > everyCallHoursMax * 3_600_000 + aheadMs)
    throw invalidField(
      'every_call_until',
      `Every call can be logged for up to ${everyCallHoursMax} hours from now.`,
    )
}

export const changeLogSettings: Handlers<typeof logs>['changeSettings'] = ({
  app,
  organization,
  session,
  request,
  params,
  body: { log_settings: given },
}) =>
  organization.postgres.transaction(async (transaction) => {
    const now = app.clock.now()
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const found = await findLogSettings(tenant, params.id)
    if (!found) throw notFound('environment')
    refuseLongLogging(given.every_call_until, now)
    const before = presentLogSettings(found, now)
    const settings = { ...before, ...given }
    await writeLogSettings(tenant, {
      id: found.id,
      log_bodies: settings.bodies,
      log_every_call_until: settings.every_call_until ? new Date(settings.every_call_until) : null,
    })
    const changed = (['bodies', 'every_call_until'] as const).filter(
      (name) => before[name] !== settings[name],
    )
    if (changed.length > 0)
      await recordChange(trailOf(tenant), actorOf(session, request), {
        action: 'environment.log_settings_changed',
        subjectId: found.id,
        subjectName: found.name,
        environmentId: found.id,
        detail: Object.fromEntries(
          changed.map((name) => [name, { from: before[name], to: settings[name] }]),
        ),
      })
    return { data: settings }
  })
