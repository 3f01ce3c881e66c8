import type { z } from 'zod/mini'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { PlaybackRestriction, playbackRestrictions } from '../contract.ts'
import {
  countRestrictions,
  deleteRestriction,
  findRestriction,
  insertRestriction,
  listRestrictions,
  lockRestriction,
  type RestrictionRow,
  updateRestriction,
} from './playback-restrictions.sql.ts'

type Restrictions = Handlers<typeof playbackRestrictions>
type Caller = EnvironmentContext & { request: RequestFacts }

const epochText = (date: Date) => String(Math.floor(date.getTime() / 1000))

const present = (row: RestrictionRow): z.input<typeof PlaybackRestriction> => ({
  id: row.id,
  created_at: epochText(row.created_at),
  updated_at: epochText(row.updated_at),
  referrer: {
    allowed_domains: row.allowed_domains,
    allow_no_referrer: row.allows_no_referrer,
  },
  user_agent: {
    allow_no_user_agent: row.allows_no_user_agent,
    allow_high_risk_user_agent: row.allows_high_risk_user_agent,
  },
})

const record = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  restriction: RestrictionRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `playback_restriction.${happened}`,
    subjectId: restriction.id,
    subjectName: restriction.allowed_domains.join(', '),
    environmentId: id,
    detail: present(restriction),
  })

const change = (
  context: Caller,
  id: string,
  work: (tenant: Environment, current: RestrictionRow) => Promise<RestrictionRow>,
) =>
  context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const current = await lockRestriction(tenant, id)
    if (!current) throw notFound('playback restriction')
    return { tenant, row: await work(tenant, current) }
  })

const update = (context: Caller, id: string, rules: Partial<RestrictionRow>) =>
  change(context, id, async (tenant, current) => {
    const row = await updateRestriction(tenant, id, { ...current, ...rules })
    await record(context, tenant, 'updated', row)
    return row
  })

export const listPlaybackRestrictions: Restrictions['list'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([
    countRestrictions(environment),
    listRestrictions(environment, query),
  ])
  return { data: rows.map(present), total_row_count: count, ...query }
}

export const retrievePlaybackRestriction: Restrictions['retrieve'] = async ({
  environment,
  params,
}) => {
  const found = await findRestriction(environment, params.id)
  if (!found) throw notFound('playback restriction')
  return { data: present(found) }
}

export const createPlaybackRestriction: Restrictions['create'] = ({ body, ...context }) =>
  context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const row = await insertRestriction(tenant, {
      allowed_domains: body.referrer.allowed_domains,
      allows_no_referrer: body.referrer.allow_no_referrer,
      allows_no_user_agent: body.user_agent?.allow_no_user_agent ?? true,
      allows_high_risk_user_agent: body.user_agent?.allow_high_risk_user_agent ?? true,
    })
    await record(context, tenant, 'created', row)
    return { data: present(row) }
  })

export const updateReferrer: Restrictions['updateReferrer'] = async ({
  params,
  body,
  ...context
}) => {
  const { row } = await update(context, params.id, {
    allowed_domains: body.allowed_domains,
    allows_no_referrer: body.allow_no_referrer,
  })
  return { data: present(row) }
}

export const updateUserAgent: Restrictions['updateUserAgent'] = async ({
  params,
  body,
  ...context
}) => {
  const { row } = await update(context, params.id, {
    allows_no_user_agent: body.allow_no_user_agent,
    allows_high_risk_user_agent: body.allow_high_risk_user_agent,
  })
  return { data: present(row) }
}

export const removePlaybackRestriction: Restrictions['remove'] = async ({ params, ...context }) => {
  await change(context, params.id, async (tenant, current) => {
    await deleteRestriction(tenant, current.id)
    await record(context, tenant, 'deleted', current)
    return current
  })
  return undefined
}
