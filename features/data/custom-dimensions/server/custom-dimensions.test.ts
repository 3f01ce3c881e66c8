import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { customDimensionsServer } from './index.ts'

const { call, database } = await startTestApp([customDimensionsServer])
const make = aFactory(database)
const address = '/ui/v1/custom-dimensions'

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const asAdmin: TestCall = { as: world.admin, organization, environment }
  const asMember: TestCall = { as: world.member, organization, environment }
  const save = (caller: TestCall, ...rows: object[]) =>
    call(address, { ...caller, method: 'PUT', body: { custom_dimensions: rows } })
  return { ...world, asAdmin, asMember, save }
}

describe('200', () => {
  test('ACCT-079 lists all twenty, unnamed at first, to every member', async () => {
    const { asMember } = await setUp()
    const { status, body } = await call(address, asMember)
    expect(status).toBe(200)
    expect(body.total_row_count).toBe(20)
    expect(body.data[0]).toEqual({ id: 'custom_1', display_name: null, category: 'custom' })
    expect(body.data[19].id).toBe('custom_20')
  })

  test('ACCT-079 an admin names some; the others and other environments stay', async () => {
    const { asAdmin, save, organization, environment } = await setUp()
    const other = await make.environment(organization)
    const named = { id: 'custom_2', display_name: ' Genre ', category: 'video_metadata' }
    const { status, body } = await save(asAdmin, named)
    expect(status).toBe(200)
    expect(body.data[1]).toEqual({ ...named, display_name: 'Genre' })
    await save(asAdmin, { id: 'custom_20', display_name: 'Cohort' })
    expect((await call(address, asAdmin)).body.data).toMatchObject({
      0: { display_name: null },
      1: { display_name: 'Genre' },
      19: { display_name: 'Cohort', category: 'custom' },
    })
    const elsewhere = await call(address, { ...asAdmin, environment: other })
    expect(elsewhere.body.data[1].display_name).toBeNull()
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'custom_dimension.updated',
        subject_id: 'custom_2',
        environment_id: environment.id,
        detail: {
          from: { display_name: null, category: 'custom' },
          to: { display_name: 'Genre', category: 'video_metadata' },
        },
      },
      { subject_id: 'custom_20' },
    ])
  })

  test('ACCT-079 the empty name takes the name away, and the same name changes nothing', async () => {
    const { asAdmin, save, organization } = await setUp()
    await save(asAdmin, { id: 'custom_1', display_name: 'Genre' })
    await save(asAdmin, { id: 'custom_1', display_name: 'Genre' })
    expect(await readChanges(database, organization.id)).toHaveLength(1)
    const { body } = await save(asAdmin, { id: 'custom_1', display_name: '' })
    expect(body.data[0].display_name).toBeNull()
  })
})

test.each([
  ['an unknown dimension', [{ id: 'custom_21', display_name: 'Genre' }]],
  ['an unknown category', [{ id: 'custom_1', display_name: 'Genre', category: 'mood' }]],
  ['a name that is too long', [{ id: 'custom_1', display_name: 'a'.repeat(81) }]],
  [
    'one dimension twice',
    [
      { id: 'custom_1', display_name: 'Genre' },
      { id: 'custom_1', display_name: 'Mood' },
    ],
  ],
  ['nothing', []],
])('400: ACCT-079 refuses %s', async (_, rows) => {
  const { asAdmin, save } = await setUp()
  expect((await save(asAdmin, ...rows)).status).toBe(400)
})

test('401 and 403: ACCT-079 naming is for admins', async () => {
  const { asMember, save, environment, organization } = await setUp()
  expect((await save({ organization, environment }, {})).status).toBe(401)
  const row = { id: 'custom_1', display_name: 'Genre' }
  expect((await save(asMember, row)).status).toBe(403)
  const reader = await make.accessToken(environment, ['data:read'])
  expect((await save({ token: reader }, row)).status).toBe(403)
  expect((await call(address, { token: reader })).status).toBe(200)
})
