import { notFound } from '@playhead/contract-kit/errors.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { lockRestriction, type RestrictionRow } from './playback-restrictions.sql.ts'
import type { Caller } from './record-restriction-change.ts'

export const changeRestriction = (
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
