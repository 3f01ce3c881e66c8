import { randomBytes } from 'node:crypto'
import { ApiError, invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { urlError } from '@playhead/domain/field-rules.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { outboundGuard, OutboundRefused } from '@playhead/server-kit/outbound.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { webhookLimits, type webhooks } from '../contract.ts'
import { presentWebhook } from './present.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  isAddressTaken,
  listWebhooks as list,
  lockWebhook,
  lockWebhooks,
  updateWebhook as update,
  type WebhookRow,
} from './webhooks.sql.ts'

type Handle = Handlers<typeof webhooks>
type Caller = EnvironmentContext & { request: RequestFacts }

const record = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  row: WebhookRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `webhook.${happened}`,
    subjectId: row.id,
    subjectName: row.address,
    environmentId: id,
    detail: { enabled: row.is_enabled },
  })

const taken = () => invalidField('address', 'This environment already has a webhook for this URL.')

/** What a name means is found out when it is called; an address that is written out is known now. */
const checkAddress = (app: App, address: string) => {
  const message = urlError(address)
  if (message) throw invalidField('address', message)
  try {
    outboundGuard(app.settings).check(new URL(address))
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalidField('address', error.message)
    throw error
  }
}

export const listWebhooks: Handle['list'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([countWebhooks(environment), list(environment, query)])
  return { data: rows.map(presentWebhook), total_row_count: count, ...query }
}

export const retrieveWebhook: Handle['retrieve'] = async ({ environment, params }) => {
  const found = await findWebhook(environment, params.id)
  if (!found) throw notFound('webhook')
  return { data: presentWebhook(found) }
}

export const createWebhook: Handle['create'] = ({ app, body, ...context }) => {
  checkAddress(app, body.address)
  const secret = randomBytes(32).toString('hex')
  return context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    await lockWebhooks(tenant)
    if ((await countWebhooks(tenant)) >= webhookLimits.perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [`An environment can have ${webhookLimits.perEnvironmentMax} webhooks.`],
      })
    const created = await insertWebhook(tenant, {
      address: body.address,
      secretSealed: app.vault.seal(secret),
    })
    if (!created) throw taken()
    await record({ ...context }, tenant, 'created', created)
    return { data: { ...presentWebhook(created), signing_secret: secret } }
  })
}

export const updateWebhook: Handle['update'] = ({ app, params, body, ...context }) =>
  context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    await lockWebhooks(tenant)
    const current = await lockWebhook(tenant, params.id)
    if (!current) throw notFound('webhook')
    if (body.address === undefined && body.enabled === undefined)
      throw new ApiError('invalid_parameters', { messages: ['Give address or enabled.'] })
    const address = body.address ?? current.address
    if (address !== current.address) {
      checkAddress(app, address)
      if (await isAddressTaken(tenant, address, current.id)) throw taken()
    }
    const changed = await update(tenant, current.id, {
      address,
      isEnabled: body.enabled ?? current.is_enabled,
    })
    await record({ ...context }, tenant, 'updated', changed)
    return { data: presentWebhook(changed) }
  })

export const removeWebhook: Handle['remove'] = async ({ params, ...context }) => {
  await context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const found = await lockWebhook(tenant, params.id)
    if (!found) throw notFound('webhook')
    await deleteWebhook(tenant, found.id)
    await record({ ...context }, tenant, 'deleted', found)
  })
  return undefined
}
