import {
  type Actor,
  actorOfCaller,
  recordChange,
  trailOf,
} from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { DashboardRow } from './custom-dashboards.sql.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

interface Change {
  happened: 'created' | 'updated' | 'deleted'
  dashboard: DashboardRow
  detail?: Record<string, unknown>
}

/** Within the transaction of the environment. */
export const recordDashboardChangeBy = (
  actor: Actor,
  organization: Organization,
  { id, postgres }: Environment,
  { happened, dashboard, detail = {} }: Change,
) =>
  recordChange(trailOf(within(organization, postgres)), actor, {
    action: `custom_dashboard.${happened}`,
    subjectId: dashboard.id,
    subjectName: dashboard.display_name,
    environmentId: id,
    detail,
  })

export const recordDashboardChange = (
  { organization, caller, request }: Caller,
  environment: Environment,
  happened: Change['happened'],
  dashboard: DashboardRow,
  detail: Record<string, unknown> = {},
) =>
  recordDashboardChangeBy(actorOfCaller(caller, request), organization, environment, {
    happened,
    dashboard,
    detail,
  })
