import { screen } from '@testing-library/react'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { type anIncident, aRule, aRuleId, openAlerts, readNow } from '../testing-alerts.tsx'
import { Screen } from './incident-screen.tsx'

type Sent = ReturnType<typeof anIncident>

/** A server that stores what people do. */
export const anIncidentServer = (given: Sent) => {
  let incident = given
  const base = `/ui/v1/alert-incidents/${given.id}`
  const change = (changes: Partial<Sent>) => {
    incident = { ...incident, ...changes }
    return { body: { data: incident } }
  }
  return {
    [`GET ${base}`]: () => ({ body: { data: incident } }),
    [`GET ${base}/points`]: { body: { data: [] } },
    [`POST ${base}/acknowledge`]: () =>
      change({
        acknowledged_by: 'mira@northlight.example',
        acknowledged_at: new Date().toISOString(),
      }),
    [`POST ${base}/resolve`]: () =>
      change({
        status: 'resolved',
        end_time: readNow(),
        resolved_by: 'mira@northlight.example',
        metric_now: null,
      }),
    [`POST ${base}/snooze`]: ({ body }) =>
      change({ snoozed_until: (body as { until: string | null }).until }),
    [`GET /ui/v1/alert-rules/${aRuleId(1)}`]: { body: { data: aRule() } },
  } satisfies ApiHandlers
}

export const openIncident = (given: Sent, more: { api?: ApiHandlers; isAdmin?: boolean } = {}) =>
  openAlerts(Screen, {
    address: `alerts/incidents/${given.type}/$incidentId`,
    at: `alerts/incidents/${given.type}/${given.id}`,
    ...more,
    api: { ...anIncidentServer(given), ...more.api },
  })

export const readFact = async (term: string) => {
  const found = await screen.findByText(term, { selector: 'dt' })
  return found.nextElementSibling?.textContent
}
