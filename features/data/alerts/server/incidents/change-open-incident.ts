import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import {
  findStoredIncident,
  lockStoredIncident,
  type StoredIncidentRow,
} from '@playhead/features/data/incidents/server'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { announceIncident } from '../announce-incident.ts'
import type { IncidentChange } from '../incident-changes.ts'
import { type Caller, inTransaction } from '../in-transaction.ts'
import { findRule } from '../rules/rules.sql.ts'
import { notifyAlerts } from '../notify-alerts.sql.ts'
import { presentAlertIncident } from './present-alert-incident.ts'

interface OpenIncidentChange {
  /** What the audit trail calls it. */
  happened: 'acknowledged' | 'resolved' | 'snoozed'
  /** What listeners hear of; a snooze only holds notifications back. */
  change?: IncidentChange
  detail?: Record<string, unknown>
  /** False when it was so already: then there is nothing to record or announce. */
  write: (tenant: Environment) => Promise<boolean>
}

/** The rule may have other channels than when the incident opened. */
const channelsOf = async (tenant: Environment, { rule_id: ruleId }: StoredIncidentRow) =>
  (ruleId && (await findRule(tenant, ruleId))?.channel_ids) || null

/** What a person does with an open incident: written, recorded and announced in one transaction. */
export const changeOpenIncident = (
  context: Caller & { app: App },
  id: string,
  { happened, change, detail, write }: OpenIncidentChange,
) =>
  inTransaction(context, async (tenant) => {
    const { app, organization, caller, request } = context
    const current = await lockStoredIncident(tenant, id)
    if (!current) throw notFound('alert incident')
    if (current.status !== 'open')
      throw new ApiError('invalid_parameters', { messages: ['This incident has ended.'] })
    if (!(await write(tenant))) return { data: presentAlertIncident(current) }
    await recordChange(
      trailOf(within(organization, tenant.postgres)),
      actorOfCaller(caller, request),
      {
        action: `incident.${happened}`,
        subjectId: id,
        subjectName: current.description,
        environmentId: tenant.id,
        ...(detail && { detail }),
      },
    )
    if (change) {
      const channelIds = await channelsOf(tenant, current)
      const incident = { id, type: current.type, environmentId: tenant.id, channelIds }
      await announceIncident(app, tenant.postgres, incident, change)
    } else await notifyAlerts(tenant.postgres, id)
    return { data: presentAlertIncident((await findStoredIncident(tenant, id))!) }
  })
