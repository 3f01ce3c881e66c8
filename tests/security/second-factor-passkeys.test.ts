import { describe, expect, test } from 'vitest'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  addPasskey,
  answerPasskey,
  askPasskey,
  at,
  origin,
  password,
  retrieve,
  secondFactorServers,
  ticketOf,
} from './second-factor-people.ts'

const { clock, person, server, withPasskey } = await secondFactorServers()

describe('a passkey', () => {
  test('signs in by itself, and again as the second factor after a password', async () => {
    const { person: made, key } = await withPasskey()
    const own = aBrowser(server)
    const alone = await answerPasskey(own, key.sign(await askPasskey(own)))
    expect([alone.status, alone.body.data.current_user.email]).toEqual([201, made.email])
    expect(await own.isSignedIn()).toBe(true)

    const other = aBrowser(server)
    const { ticket, methods } = await ticketOf(other, made.email, { origin })
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const asked = await askPasskey(other, ticket)
    expect(asked.allow.map(({ id }: { id: string }) => id)).toEqual([key.credentialId])
    const answer = await answerPasskey(other, { ticket, ...key.sign(asked, { isVerified: false }) })
    expect(answer.status).toBe(201)
    expect((await retrieve(own)).passkeys).toMatchObject([
      { name: 'Laptop', host: 'localhost', last_used_at: expect.any(String) },
    ])
  })

  test('that did not verify its person does not sign in by itself', async () => {
    const { key } = await withPasskey()
    const own = aBrowser(server)
    const answer = await answerPasskey(own, key.sign(await askPasskey(own), { isVerified: false }))
    expect(answer.status).toBe(401)
    expect(await own.isSignedIn()).toBe(false)
  })

  test('signs each challenge once, within five minutes, and for what it was asked', async () => {
    const { person: made, key } = await withPasskey()
    const own = aBrowser(server)
    const asked = await askPasskey(own)
    expect((await answerPasskey(own, key.sign(asked))).status).toBe(201)
    expect((await answerPasskey(own, key.sign(asked))).status).toBe(401)
    const late = await askPasskey(own)
    clock.advance(301)
    expect((await answerPasskey(own, key.sign(late))).status).toBe(401)
    const { ticket } = await ticketOf(own, made.email)
    const forTicket = await askPasskey(own, ticket)
    expect((await answerPasskey(own, key.sign(forTicket))).status).toBe(401)
    const fresh = await askPasskey(own)
    expect((await answerPasskey(own, { ticket, ...key.sign(fresh) })).status).toBe(401)
    const atOnce = await askPasskey(own)
    const answers = await Promise.all(
      [key.sign(atOnce), key.sign(atOnce)].map((signed) => answerPasskey(aBrowser(server), signed)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401])
  })

  test.each([
    ['from another origin', { origin: 'https://elsewhere.example' }],
    ['from another port of this machine', { origin: 'http://localhost:4001' }],
    ['for another site', { rpId: 'elsewhere.example' }],
    ['with a count that did not grow, so from a copy', { counter: 1 }],
    [
      'that names another person',
      { userHandle: Buffer.from('somebody else').toString('base64url') },
    ],
  ])('%s is refused', async (_, lie) => {
    const { key } = await withPasskey()
    const own = aBrowser(server)
    expect((await answerPasskey(own, key.sign(await askPasskey(own), lie))).status).toBe(401)
    expect(await own.isSignedIn()).toBe(false)
  })

  test('of another person completes no sign-in, and its signature cannot be lent', async () => {
    const { person: made } = await withPasskey()
    const other = await withPasskey()
    const own = aBrowser(server)
    const { ticket } = await ticketOf(own, made.email)
    const asked = await askPasskey(own, ticket)
    expect((await answerPasskey(own, { ticket, ...other.key.sign(asked) })).status).toBe(401)
    const again = await askPasskey(own)
    const forged = { ...other.key.sign(again), id: (await withPasskey()).key.credentialId }
    expect((await answerPasskey(own, forged)).status).toBe(401)
  })

  test('belongs to one account, and a removed one signs no one in', async () => {
    const first = await withPasskey()
    const thief = await person()
    const { answer } = await addPasskey(thief.own, first.key)
    expect(answer.status).toBe(400)
    await first.own.send(`/ui/v1/second-factor/passkeys/${first.id}`, { method: 'DELETE' })
    const own = aBrowser(server)
    expect((await answerPasskey(own, first.key.sign(await askPasskey(own)))).status).toBe(401)
    expect((await own.signIn(first.person.email, password)).body.data).not.toBeNull()
  })

  test('is not made on an IP address, and the sentence says why', async () => {
    const { own } = await person()
    const answer = await at(
      own,
      '/ui/v1/second-factor/passkeys/start',
      {},
      {
        origin: 'http://127.0.0.1:4000',
        host: '127.0.0.1:4000',
      },
    )
    expect(answer.status).toBe(400)
    expect(answer.body.error.messages[0]).toContain('IP address')
  })

  test('made for another host name is distinguished at sign-in', async () => {
    const { person: made } = await withPasskey()
    const own = aBrowser(server)
    const elsewhere = { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }
    expect(await ticketOf(own, made.email, elsewhere)).toMatchObject({
      methods: ['recovery_code'],
      passkey_hosts_elsewhere: ['localhost'],
    })
  })

  test('can be renamed only by its person', async () => {
    const { own, id } = await withPasskey()
    const renamed = await own.send(`/ui/v1/second-factor/passkeys/${id}`, {
      method: 'PUT',
      body: { passkey: { name: ' Phone ' } },
    })
    expect(renamed.body.data).toMatchObject({ id, name: 'Phone' })
    const stranger = (await person()).own
    for (const method of ['PUT', 'DELETE'])
      expect(
        (
          await stranger.send(`/ui/v1/second-factor/passkeys/${id}`, {
            method,
            ...(method === 'PUT' && { body: { passkey: { name: 'Mine' } } }),
          })
        ).status,
      ).toBe(404)
  })
})
