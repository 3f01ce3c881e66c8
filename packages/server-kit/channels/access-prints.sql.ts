import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import { oldestSession } from '../identity/session-lifetime.ts'

/** Every change to sessions, people, memberships, environments and access tokens that decides about access. */
export const accessChannel = 'playhead_access'

const PrintRow = z.object({ id: z.uuid(), print: z.string() })

/**
 * What decides about the access of sessions and access tokens, as one text for each that still exists. It only tells
 * that something changed; what the caller may do now is decided by `resolveAccess`.
 */
export const listAccessPrints = (postgres: Database, ids: readonly string[], now: Date) =>
  postgres.rows(
    PrintRow,
    sql`
    select s.id, md5(concat_ws('|', u.internal, s.method, s.sso_organization_id,
      s.masquerade_organization_id, s.second_factor_at,
      (select string_agg(concat_ws(' ', m.organization_id, m.admin, o.second_factor_required,
          c.required, o.plan, o.plan_flags, o.feature_overrides), ',' order by m.organization_id)
        from memberships m join organizations o on o.id = m.organization_id
          left join sso_connections c on c.organization_id = o.id
        where m.user_id = s.user_id),
      (select string_agg(a.environment_id::text, ',' order by a.environment_id)
        from environment_access a where a.user_id = s.user_id),
      (select string_agg(e.id::text, ',' order by e.id)
        from memberships m join environments e on e.organization_id = m.organization_id
        where m.user_id = s.user_id),
      (select concat_ws(' ', o.second_factor_required, o.plan, o.plan_flags, o.feature_overrides) from organizations o
        where o.id = s.masquerade_organization_id),
      (select string_agg(e.id::text, ',' order by e.id) from environments e
        where e.organization_id = s.masquerade_organization_id))) as print
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${ids}) and s.expires_at > ${now} and s.created_at > ${oldestSession(now)}
      and u.disabled_at is null
    union all
    select t.id, md5(concat_ws('|', t.permissions, o.plan, o.plan_flags, o.feature_overrides))
    from access_tokens t join environments e on e.id = t.environment_id
      join organizations o on o.id = e.organization_id
    where t.id = any(${ids}) and t.expires_at is null
      and (t.valid_until is null or t.valid_until > ${now})`,
  )

export const findAccessPrint = async (postgres: Database, id: string, now: Date) =>
  (await listAccessPrints(postgres, [id], now))[0]?.print
