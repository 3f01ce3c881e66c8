/** Contract, server part and table of a new feature: rows with a name that belong to an organization. */
export const serverFiles = (names, stamp) => {
  const { folder, kebab, oneKebab, table } = names
  return {
    [`${folder}/contract.ts`]: contract(names),
    [`${folder}/server/index.ts`]: frontDoor(names),
    [`${folder}/server/list-${kebab}.ts`]: list(names),
    [`${folder}/server/create-${oneKebab}.ts`]: create(names),
    [`${folder}/server/present-${oneKebab}.ts`]: present(names),
    [`${folder}/server/${kebab}.sql.ts`]: queries(names),
    [`${folder}/server/${kebab}.test.ts`]: tests(names),
    [`database/postgres/${stamp}_${table}.sql`]: migration(names),
  }
}

const contract = ({
  kebab,
  many,
  one,
  One,
  wire,
  oneWords,
  manyWords,
}) => `import { z } from 'zod/mini'
import { endpoints, get, post } from '@playhead/contract-kit/define.ts'
import { admin, member } from '@playhead/contract-kit/endpoint.ts'
import { dataOf, Page, pageOf } from '@playhead/contract-kit/paging.ts'

export const ${one}Limits = { nameMax: 120 } as const

export const ${One} = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
})

const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(${one}Limits.nameMax))

export const ${many} = endpoints({
  list: get('/ui/v1/${kebab}', {
    access: member,
    summary: 'The ${manyWords} of the organization, newest first',
    query: z.object(Page),
    returns: pageOf(${One}),
  }),
  create: post('/ui/v1/${kebab}', {
    access: admin,
    summary: 'Create a ${oneWords}',
    body: z.object({ ${wire}: z.object({ name }) }),
    returns: dataOf(${One}),
    status: 201,
  }),
})
`

const frontDoor = ({
  kebab,
  oneKebab,
  many,
  Many,
  One,
}) => `import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { ${many} } from '../contract.ts'
import { create${One} } from './create-${oneKebab}.ts'
import { list${Many} } from './list-${kebab}.ts'

export const ${many}Server = feature('${kebab}', {
  endpoints: [implement(${many}, { list: list${Many}, create: create${One} })],
})
`

const list = ({
  kebab,
  oneKebab,
  many,
  Many,
  One,
}) => `import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { ${many} } from '../contract.ts'
import { count${Many}, list${Many} as list } from './${kebab}.sql.ts'
import { present${One} } from './present-${oneKebab}.ts'

export const list${Many}: Handlers<typeof ${many}>['list'] = async ({ organization, query }) => {
  const [count, rows] = await Promise.all([count${Many}(organization), list(organization, query)])
  return { data: rows.map(present${One}), total_row_count: count, ...query }
}
`

const create = ({
  kebab,
  oneKebab,
  many,
  One,
  wire,
}) => `import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { ${many} } from '../contract.ts'
import { insert${One} } from './${kebab}.sql.ts'
import { present${One} } from './present-${oneKebab}.ts'

export const create${One}: Handlers<typeof ${many}>['create'] = async (context) => {
  const { organization, session, request, body } = context
  return organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const created = await insert${One}(tenant, body.${wire}.name)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: '${wire}.created',
      subjectId: created.id,
      subjectName: created.name,
    })
    return { data: present${One}(created) }
  })
}
`

const present = ({ kebab, One }) => `import type { z } from 'zod'
import type { ${One} } from '../contract.ts'
import type { ${One}Row } from './${kebab}.sql.ts'

export const present${One} = (row: ${One}Row): z.input<typeof ${One}> => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
`

const queries = ({ Many, One, table }) => `import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const ${One}Row = z.object({ id: z.uuid(), name: z.string(), created_at: z.date() })
export type ${One}Row = z.output<typeof ${One}Row>

const CountRow = z.object({ count: z.number() })

export const count${Many} = async (organization: Organization) =>
  (
    await organization.postgres.row(
      CountRow,
      sql\`select count(*)::int as count from ${table} where organization_id = \${organization.id}\`,
    )
  ).count

export const list${Many} = (
  organization: Organization,
  { page, limit }: { page: number; limit: number },
) =>
  organization.postgres.rows(
    ${One}Row,
    sql\`
    select id, name, created_at from ${table} where organization_id = \${organization.id}
    order by created_at desc, id limit \${limit} offset \${(page - 1) * limit}\`,
  )

export const insert${One} = (organization: Organization, name: string) =>
  organization.postgres.row(
    ${One}Row,
    sql\`
    insert into ${table} (organization_id, name) values (\${organization.id}, \${name})
    returning id, name, created_at\`,
  )
`

const tests = ({ kebab, many, wire, oneWords }) => `import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { ${many}Server } from './index.ts'

const { call, app } = await startTestApp([${many}Server])
const { world } = aFactory(app.postgres)
const path = '/ui/v1/${kebab}'
const body = { ${wire}: { name: 'Harbour' } }

describe('200', () => {
  test('every member sees what the organization has, and nothing of another one', async () => {
    const { organization, admin, member } = await world()
    const stranger = await world()
    await call(path, { body, as: admin, organization })
    const { status, body: answer } = await call(path, { as: member, organization })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ total_row_count: 1, data: [{ name: 'Harbour' }] })
    const other = await call(path, { as: stranger.admin, organization: stranger.organization })
    expect(other.body).toMatchObject({ total_row_count: 0, data: [] })
  })
})

describe('201', () => {
  test('an admin creates a ${oneWords}', async () => {
    const { organization, admin } = await world()
    const { status, body: answer } = await call(path, { body, as: admin, organization })
    expect(status).toBe(201)
    expect(answer.data).toMatchObject({ name: 'Harbour' })
  })
})

describe('400', () => {
  test('a name is needed', async () => {
    const { organization, admin } = await world()
    const empty = { ${wire}: { name: ' ' } }
    const { status, body: answer } = await call(path, { body: empty, as: admin, organization })
    expect(status).toBe(400)
    expect(answer.error.messages).toContain('Name is required')
  })
})

describe('401', () => {
  test('reading needs a session', async () => {
    const { organization } = await world()
    expect((await call(path, { organization })).status).toBe(401)
  })
})

describe('403', () => {
  test('creating needs an admin', async () => {
    const { organization, member } = await world()
    expect((await call(path, { body, as: member, organization })).status).toBe(403)
  })
})
`

const migration = ({ table }) => `create table ${table} (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create index ${table}_organization on ${table} (organization_id, created_at desc);
`
