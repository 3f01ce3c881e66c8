import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const WebhookRow = z.object({
  id: z.uuid(),
  address: z.string(),
  is_enabled: z.boolean(),
  created_at: z.date(),
})
export type WebhookRow = z.infer<typeof WebhookRow>

const columns = sql`id, address, is_enabled, created_at`

const CountRow = z.object({ count: z.number() })

export const countWebhooks = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`select count(*)::int as count from webhooks where environment_id = ${environment.id}`,
    )
  ).count

export const listWebhooks = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    WebhookRow,
    sql`
    select ${columns} from webhooks where environment_id = ${environment.id}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findWebhook = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    WebhookRow,
    sql`select ${columns} from webhooks where environment_id = ${environment.id} and id = ${id}`,
  )

/** Concurrent changes to the webhooks of one environment wait for each other. */
export const lockWebhooks = (environment: Environment) =>
  environment.postgres.run(
    sql`select from environments where id = ${environment.id} for no key update`,
  )

export const lockWebhook = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    WebhookRow,
    sql`
    select ${columns} from webhooks
    where environment_id = ${environment.id} and id = ${id} for update`,
  )

/** Returns nothing when the environment already has this address. */
export const insertWebhook = (
  environment: Environment,
  { address, secretSealed }: { address: string; secretSealed: string },
) =>
  environment.postgres.maybeRow(
    WebhookRow,
    sql`
    insert into webhooks (environment_id, address, secret_sealed)
    values (${environment.id}, ${address}, ${secretSealed})
    on conflict (environment_id, address) do nothing returning ${columns}`,
  )

const Taken = z.object({ is_taken: z.boolean() })

export const isAddressTaken = async (
  environment: Environment,
  address: string,
  byOtherThan: string,
) =>
  (
    await environment.postgres.row(
      Taken,
      sql`
      select exists(select from webhooks where environment_id = ${environment.id}
        and address = ${address} and id <> ${byOtherThan}) as is_taken`,
    )
  ).is_taken

export const updateWebhook = (
  environment: Environment,
  id: string,
  { address, isEnabled }: { address: string; isEnabled: boolean },
) =>
  environment.postgres.row(
    WebhookRow,
    sql`
    update webhooks set address = ${address}, is_enabled = ${isEnabled}
    where environment_id = ${environment.id} and id = ${id} returning ${columns}`,
  )

export const deleteWebhook = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from webhooks where environment_id = ${environment.id} and id = ${id}`,
  )
