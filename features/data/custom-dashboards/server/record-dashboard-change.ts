import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { DashboardRow } from './custom-dashboards.sql.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

export const recordDashboardChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  dashboard: DashboardRow,
  detail: Record<string, unknown> = {},
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `custom_dashboard.${happened}`,
    subjectId: dashboard.id,
    subjectName: dashboard.display_name,
    environmentId: id,
    detail,
  })
