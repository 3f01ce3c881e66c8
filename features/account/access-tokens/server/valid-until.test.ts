import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { accessTokensServer } from './index.ts'

const { app, call, clock, database } = await startTestApp([accessTokensServer])
const make = aFactory(database)
const hourMs = 3_600_000
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hourMs).toISOString()

const setUp = async () => {
  const { organization, environment, admin } = await make.world()
  const caller = { as: admin, organization }
  const create = (validUntil?: string | null) =>
    call('/ui/v1/access-tokens', {
      ...caller,
      body: {
        access_token: {
          environment_id: environment.id,
          name: 'Nightly',
          permissions: ['data:read'],
          valid_until: validUntil,
        },
      },
    })
  const listed = async () => (await call('/ui/v1/access-tokens', caller)).body.data[0]
  return { organization, environment, create, listed }
}

const whoami = async (made: { id: string; private_key: string }) =>
  call('/system/v1/whoami', { token: { id: made.id, secret: made.private_key } })

describe('an access token with a date', () => {
  test('works until then, and answers 401 like a revoked one afterwards', async () => {
    const { create, listed, organization } = await setUp()
    const until = inHours(2)
    const { data } = (await create(until)).body
    expect(await listed()).toMatchObject({ valid_until: until, expires_at: null })
    expect((await whoami(data)).status).toBe(200)
    clock.advance(2 * 3600 + 1)
    const late = await whoami(data)
    expect([late.status, late.body.error.type]).toEqual([401, 'unauthorized'])
    expect(await listed()).toMatchObject({ id: data.id, expires_at: null })
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'access_token.created', detail: { valid_until: until } },
    ])
  })

  test('a date that has passed makes no token', async () => {
    const { create, environment } = await setUp()
    const answer = await create(inHours(-1))
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({
      valid_until: ['Choose a date in the future.'],
    })
    expect((await create('tomorrow')).status).toBe(400)
    expect(await countRows(database, 'access_tokens', { environment_id: environment.id })).toBe(0)
  })

  test('the list says when it was used last', async () => {
    const { create, listed } = await setUp()
    const { data } = (await create()).body
    expect((await listed()).last_used_at).toBeNull()
    const before = clock.now().getTime()
    await whoami(data)
    expect(Date.parse((await listed()).last_used_at)).toBeGreaterThanOrEqual(before)
  })

  test('the command line gives one a date too', async () => {
    const { environment } = await setUp()
    const command = accessTokensServer.commands[0]!
    const run = async (until: string) =>
      command.run(
        app,
        command.options.parse({
          environment: environment.id,
          permissions: 'data:read',
          'valid-until': until,
        }),
      )
    const until = inHours(1)
    expect(await run(until)).toMatchObject({ valid_until: until })
    await expect(run(inHours(-1))).rejects.toThrow('Choose a date in the future.')
    await expect(run('soon')).rejects.toThrow('Give a date such as')
  })

  test('without a date it works until it is revoked', async () => {
    const { create } = await setUp()
    const { data } = (await create(null)).body
    clock.advance(400 * 86_400)
    expect((await whoami(data)).status).toBe(200)
  })
})
