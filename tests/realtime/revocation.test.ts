import { describe, expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import type { TestPerson } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startTopic, startRealtimeServer, transports } from './realtime-server.ts'

const { database, call, make, port, connect, happen } = await startRealtimeServer(
  {},
  // Its environments are removed, whose usage is counted first.
  { clickhouse: await makeTestClickHouse() },
)

const setUp = async () => {
  const { organization, environment, admin, member } = await make.world()
  // The admin still receives what the other one must no longer receive.
  const staff = await make.person({ isStaff: true })
  return { organization, environment, admin, member, staff }
}
type Place = Awaited<ReturnType<typeof setUp>>

interface Way {
  name: string
  who?: (place: Place) => TestPerson
  before?: (place: Place) => Promise<unknown>
  takeAway: (place: Place) => Promise<unknown>
}

const allowed = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
}

const ways: Way[] = [
  {
    name: 'a sign-out',
    takeAway: ({ member }) => allowed(call('/ui/v1/session', { as: member, method: 'DELETE' })),
  },
  {
    name: 'a sign-out everywhere',
    takeAway: ({ member }) => allowed(call('/ui/v1/sessions', { as: member, method: 'DELETE' })),
  },
  {
    name: 'a disabled user',
    takeAway: ({ member }) =>
      setColumn(database, 'users', 'disabled_at', new Date(), { id: member.id }),
  },
  {
    name: 'a session that is over',
    takeAway: async ({ member }) => {
      const ended = new Date(Date.now() - 1000)
      await setColumn(database, 'sessions', 'expires_at', ended, { id: member.sessionId })
      // Any notice brings the look that a process makes every 30 s.
      await make.membership(await make.organization(), await make.person())
    },
  },
  {
    name: 'a removed member',
    takeAway: ({ organization, admin, member }) =>
      allowed(
        call(`/ui/v1/organizations/${organization.id}/remove-user`, {
          as: admin,
          organization,
          body: { user_id: member.id },
        }),
      ),
  },
  {
    name: 'an ended masquerade',
    who: ({ staff }) => staff,
    before: ({ staff, organization }) =>
      allowed(
        call('/ui/v1/masquerade', {
          as: staff,
          body: { masquerade: { organization_id: organization.id } },
        }),
      ),
    takeAway: ({ staff }) => allowed(call('/ui/v1/masquerade', { as: staff, method: 'DELETE' })),
  },
  {
    name: 'a second factor that became required',
    takeAway: async ({ organization, admin }) => {
      await setColumn(database, 'sessions', 'second_factor_at', new Date(), {
        id: admin.sessionId,
      })
      await setColumn(database, 'organizations', 'second_factor_required', true, {
        id: organization.id,
      })
    },
  },
]

describe.each(transports)('over %s', (transport) => {
  test.each(ways)('$name ends what was open', async ({ who, before, takeAway }) => {
    const place = await setUp()
    await before?.(place)
    const name = `activity:${place.organization.id}`
    const witness = await startTopic(connect(transport, place.admin), name)
    const person = who?.(place) ?? place.member
    const revoked = await startTopic(connect(transport, person), name)
    expect(revoked.reply.status).toBe('ok')
    await takeAway(place)
    await expect.poll(() => revoked.channel.state, { timeout: 60_000 }).not.toBe('joined')
    await happen(place.environment, 'secret')
    await expect.poll(witness.objects, { timeout: 60_000 }).toEqual(['secret'])
    expect(revoked.received).toEqual([])
  })

  test('an environment that is taken away is silent; the others go on', async () => {
    const { organization, environment, admin } = await setUp()
    const kept = await make.environment(organization)
    const person = await make.person()
    await make.membership(organization, person, { environments: [environment, kept] })
    const name = `activity:${organization.id}`
    const witness = await startTopic(connect(transport, admin), name)
    const narrowed = await startTopic(connect(transport, person), name)
    let rejoins = 0
    narrowed.channel.onError(() => {
      rejoins += 1
    })
    await allowed(
      call(`/ui/v1/users/${person.id}/environments`, {
        as: admin,
        organization,
        method: 'PUT',
        body: { user: { environments: [kept.id] } },
      }),
    )
    await expect.poll(() => rejoins, { timeout: 60_000 }).toBeGreaterThan(0)
    await expect.poll(() => narrowed.channel.state, { timeout: 60_000 }).toBe('joined')
    await happen(environment, 'closed')
    await happen(kept, 'open')
    await expect.poll(witness.objects, { timeout: 60_000 }).toEqual(['closed', 'open'])
    await expect.poll(narrowed.objects, { timeout: 60_000 }).toEqual(['open'])
  })
})

describe('access tokens', () => {
  const poll = async (authorization: string) => {
    const address = `http://127.0.0.1:${port}/socket/longpoll?vsn=2.0.0`
    const ask = async (token = '', body?: string) => {
      const answer = await fetch(`${address}${token && `&token=${token}`}`, {
        headers: { authorization },
        ...(body !== undefined && { method: 'POST', body }),
      })
      return (await answer.json()) as { status: number; token?: string; messages?: string[] }
    }
    const opened = await ask()
    return {
      opened,
      get: () => ask(opened.token),
      post: (frame: unknown[]) => ask(opened.token, JSON.stringify(frame)),
    }
  }

  interface TokenWay {
    name: string
    takeAway: (place: Place & { token: { id: string } }) => Promise<unknown>
  }

  const tokenWays: TokenWay[] = [
    {
      name: 'a revoked token',
      takeAway: ({ organization, admin, token }) =>
        allowed(
          call(`/ui/v1/access-tokens/${token.id}/revoke`, {
            as: admin,
            organization,
            method: 'POST',
          }),
        ),
    },
    {
      name: 'a deleted environment',
      takeAway: ({ organization, environment, admin }) =>
        allowed(
          call(
            `/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`,
            {
              as: admin,
              organization,
              method: 'DELETE',
            },
          ),
        ),
    },
  ]

  test.each(tokenWays)('$name ends what was open', async ({ takeAway }) => {
    const place = await setUp()
    const { organization, environment } = place
    const token = await make.accessToken(environment, ['video:read'])
    const basic = Buffer.from(`${token.id}:${token.secret}`).toString('base64')
    const client = await poll(`Basic ${basic}`)
    expect(client.opened.status).toBe(410)
    await client.post(['1', '1', `activity:${organization.id}`, 'phx_join', {}])
    expect((await client.get()).messages?.join()).toContain('"ok"')
    const waiting = client.get()
    await takeAway({ ...place, token })
    expect(await waiting).toMatchObject({ status: 410 })
    expect((await client.post(['1', '2', 'phoenix', 'heartbeat', {}])).status).toBe(410)
    expect((await poll(`Basic ${basic}`)).opened.status).toBe(403)
  })
})
