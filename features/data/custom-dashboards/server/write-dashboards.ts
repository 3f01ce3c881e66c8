import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { type customDashboards, dashboardLimits } from '../contract.ts'
import { checkFields } from './check-fields.ts'
import {
  countDashboards,
  type DashboardFields,
  type DashboardRow,
  deleteDashboard,
  insertDashboard,
  lockDashboard,
  lockDashboardsOf,
  updateDashboard as update,
} from './custom-dashboards.sql.ts'
import { presentDashboard } from './present-dashboard.ts'
import { requireFlag } from './require-flag.ts'

type Write = Handlers<typeof customDashboards>
type Caller = EnvironmentContext & { request: RequestFacts }

const record = (
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

const inTransaction = <T>(context: Caller, work: (tenant: Environment) => Promise<T>) => {
  requireFlag(context)
  return context.environment.postgres.transaction((transaction) =>
    work(within(context.environment, transaction)),
  )
}

export const createDashboard: Write['create'] = ({ body, ...context }) =>
  inTransaction(context, async (tenant) => {
    checkFields(body, context.features)
    await lockDashboardsOf(tenant)
    if ((await countDashboards(tenant)) >= dashboardLimits.perEnvironment)
      throw invalidField(
        'display_name',
        `An environment has at most ${dashboardLimits.perEnvironment} custom dashboards.`,
      )
    const created = await insertDashboard(tenant, body)
    await record(context, tenant, 'created', created)
    return { data: presentDashboard(created) }
  })

const differences = (from: DashboardRow, to: DashboardRow) => ({
  ...(from.display_name !== to.display_name && {
    display_name: { from: from.display_name, to: to.display_name },
  }),
  ...(from.timeframe_start !== to.timeframe_start && {
    timeframe_start: { from: from.timeframe_start, to: to.timeframe_start },
  }),
  version: { from: from.version, to: to.version },
})

export const updateDashboard: Write['update'] = ({ params, body, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockDashboard(tenant, params.id)
    if (!current) throw notFound('dashboard')
    if (body.version !== current.version)
      throw invalidField(
        'version',
        'Somebody else saved this dashboard meanwhile. Load it again before you save it.',
      )
    checkFields(body, context.features)
    const wanted: DashboardFields = {
      display_name: body.display_name ?? current.display_name,
      timeframe_start: body.timeframe_start ?? current.timeframe_start,
      dashboard_contents: body.dashboard_contents ?? current.dashboard_contents,
    }
    const changed = await update(tenant, current.id, wanted)
    await record(context, tenant, 'updated', changed, differences(current, changed))
    return { data: presentDashboard(changed) }
  })

export const removeDashboard: Write['remove'] = ({ params, ...context }) =>
  inTransaction(context, async (tenant) => {
    const current = await lockDashboard(tenant, params.id)
    if (!current) throw notFound('dashboard')
    await deleteDashboard(tenant, current.id)
    await record(context, tenant, 'deleted', current)
    return undefined
  })
