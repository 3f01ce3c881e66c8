import { invalidField } from '@playhead/contract-kit/errors.ts'
import { snoozeIncident as snooze } from '@playhead/features/data/incidents/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type alertIncidents, alertLimits } from '../../contract.ts'
import { changeOpenIncident } from './change-open-incident.ts'

const checkedUntil = (text: string | null, now: Date) => {
  if (text === null) return null
  const until = new Date(text)
  const seconds = (until.getTime() - now.getTime()) / 1000
  if (seconds <= 0 || seconds > alertLimits.snoozeSecondsMax)
    throw invalidField('until', 'Choose a time within the next 30 days.')
  return until
}

export const snoozeIncident: Handlers<typeof alertIncidents>['snooze'] = ({
  params,
  body,
  ...context
}) =>
  changeOpenIncident(context, params.id, {
    happened: 'snoozed',
    detail: { until: body.until },
    write: async (tenant) =>
      (await snooze(tenant, params.id, checkedUntil(body.until, context.app.clock.now()))) > 0,
  })
