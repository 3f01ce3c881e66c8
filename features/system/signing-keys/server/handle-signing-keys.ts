import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { signingKeys } from '../contract.ts'
import { makeKeyPair } from './make-key-pair.ts'
import { forgetPublicKey } from './public-keys.ts'
import {
  countSigningKeys,
  deleteSigningKey,
  findSigningKey,
  insertSigningKey,
  listSigningKeys as list,
  type SigningKeyRow,
} from './signing-keys.sql.ts'

type Handle = Handlers<typeof signingKeys>

const present = ({ id, created_at: createdAt }: SigningKeyRow) => ({
  id,
  created_at: String(Math.floor(createdAt.getTime() / 1000)),
})

const record = (
  { organization, caller, request }: EnvironmentContext & { request: RequestFacts },
  { id, postgres }: Environment,
  happened: 'created' | 'deleted',
  key: SigningKeyRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `signing_key.${happened}`,
    subjectId: key.id,
    environmentId: id,
  })

export const listSigningKeys: Handle['list'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([countSigningKeys(environment), list(environment, query)])
  return {
    data: rows.map(present),
    total_row_count: count,
    page: query.page,
    limit: query.limit,
  }
}

export const createSigningKey: Handle['create'] = async (context) => {
  const { publicKey, privateKey } = await makeKeyPair()
  return context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const created = await insertSigningKey(tenant, publicKey)
    await record(context, tenant, 'created', created)
    return {
      data: { ...present(created), private_key: Buffer.from(privateKey).toString('base64') },
    }
  })
}

export const retrieveSigningKey: Handle['retrieve'] = async ({ environment, params }) => {
  const found = await findSigningKey(environment, params.id)
  if (!found) throw notFound('signing key')
  return { data: present(found) }
}

export const removeSigningKey: Handle['remove'] = async ({ params, ...context }) => {
  await context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const found = await findSigningKey(tenant, params.id)
    if (!found || (await deleteSigningKey(tenant, found.id)) === 0) throw notFound('signing key')
    await record(context, tenant, 'deleted', found)
  })
  forgetPublicKey(context.environment, params.id)
  return undefined
}
