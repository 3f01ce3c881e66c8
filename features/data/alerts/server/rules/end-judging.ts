import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { endIncidentsOfRule } from '@playhead/features/data/incidents/server'
import { deleteStatesOf } from '../evaluation/states.sql.ts'
import { announceIncident } from '../announce-incident.ts'
import type { RuleRow } from './rules.sql.ts'

/** The rule is about to change: what it opened ends, and nothing is known of its groups any more. ALRT-014 */
export const endJudging = async (app: App, tenant: Environment, rule: RuleRow) => {
  const ended = await endIncidentsOfRule(tenant, rule.id, app.clock.now())
  await deleteStatesOf(tenant.postgres, rule.id)
  for (const { id, type } of ended)
    await announceIncident(
      app,
      tenant.postgres,
      { id, type, environmentId: tenant.id, channelIds: rule.channel_ids },
      'ended',
    )
}
