import { describe, expect, test } from 'vitest'
import {
  deleteFactorsSince,
  secondFactorServer,
} from '@playhead/features/account/second-factor/server'
import { anAuthenticator } from '@playhead/testing/authenticator.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  addPasskey,
  answerPasskey,
  askPasskey,
  at,
  type Browser,
  type Change,
  origin,
  password,
  retrieve,
  secondFactorServers,
} from './second-factor-people.ts'

const { app, call, clock, database, mailsTo, make, person, server, shown, withApp, withPasskey } =
  await secondFactorServers()

const proveByCode = (own: Browser, given: object) =>
  at(own, '/ui/v1/session/proof/code', { proof: { method: 'authenticator_app', ...given } })

describe('changing factors', () => {
  const changes = (own: Browser, id: string) => [
    () => at(own, '/ui/v1/second-factor/passkeys/start', {}),
    () => at(own, '/ui/v1/second-factor/authenticator-app/start', {}),
    () => at(own, '/ui/v1/second-factor/recovery-codes', {}),
    () => own.send('/ui/v1/second-factor/authenticator-app', { method: 'DELETE' }),
    () => own.send(`/ui/v1/second-factor/passkeys/${id}`, { method: 'DELETE' }),
  ]

  test('asks for a proof that is not older than ten minutes', async () => {
    const { own, id } = await withPasskey()
    clock.advance(601)
    for (const change of changes(own, id)) {
      const { status, body } = await change()
      expect([status, body.error.type]).toEqual([403, 'proof_required'])
    }
    expect((await retrieve(own)).passkeys).toHaveLength(1)
  })

  test('a passkey proves it', async () => {
    const { own, key } = await withPasskey()
    clock.advance(601)
    expect((await own.send('/ui/v1/session/proof')).body.data.kinds).toEqual(['passkey', 'code'])
    const asked = (await at(own, '/ui/v1/session/proof/passkey', {})).body.data
    const lent = (await withPasskey()).key.sign(asked)
    const prove = (signed: object) =>
      own.send('/ui/v1/session/proof/passkey', {
        method: 'PUT',
        body: { proof: signed },
        headers: { origin, host: 'localhost:4000' },
      })
    expect((await prove(lent)).status).toBe(400)
    const next = (await at(own, '/ui/v1/session/proof/passkey', {})).body.data
    expect((await prove(key.sign(next, { isVerified: false }))).status).toBe(400)
    const last = (await at(own, '/ui/v1/session/proof/passkey', {})).body.data
    expect((await prove(key.sign(last))).status).toBe(204)
    expect((await at(own, '/ui/v1/second-factor/recovery-codes', {})).status).toBe(201)
  })

  test('the password alone proves nothing for a person with a second factor, and neither does changing it', async () => {
    const { own, person: made, shownNow } = await withApp()
    clock.advance(601)
    expect((await own.send('/ui/v1/session/proof')).body.data).toEqual({
      kinds: ['code'],
      code: { methods: ['authenticator_app', 'recovery_code'], with_password: true },
    })
    const alone = await at(own, '/ui/v1/session/proof', { proof: { kind: 'password', password } })
    expect(alone.status).toBe(403)
    const newPassword = 'eleven blue kettles'
    const changePassword = () =>
      own.send(`/ui/v1/users/${made.id}/password`, {
        method: 'PUT',
        body: {
          user: {
            current_password: password,
            password: newPassword,
            password_confirmation: newPassword,
          },
        },
      })
    expect((await changePassword()).body.error.type).toBe('proof_required')
    const remove = () => own.send('/ui/v1/second-factor/authenticator-app', { method: 'DELETE' })
    expect((await remove()).body.error.type).toBe('proof_required')
    expect((await proveByCode(own, { code: shownNow(), password })).status).toBe(204)
    clock.advance(590)
    expect((await changePassword()).status).toBe(204)
    clock.advance(11)
    expect((await remove()).body.error.type).toBe('proof_required')
  })

  test('a code proves it together with the password, once, and guesses at either end', async () => {
    const { own, shownNow, codes } = await withApp()
    clock.advance(601)
    const statuses = async (given: object) => (await proveByCode(own, given)).status
    expect(await statuses({ code: shownNow() })).toBe(400)
    expect(await statuses({ code: shownNow(), password: 'seven red lanterns' })).toBe(400)
    expect(await statuses({ code: '000000', password })).toBe(400)
    const other = await withApp()
    clock.advance(601)
    expect(await statuses({ code: other.shownNow(), password })).toBe(400)
    expect(await statuses({ code: shownNow(), password })).toBe(204)
    expect(await statuses({ code: shownNow(), password })).toBe(400)
    const spare = { method: 'recovery_code', code: codes[0], password }
    expect(await statuses(spare)).toBe(204)
    expect(await statuses(spare)).toBe(400)
    expect(
      (await own.send('/ui/v1/second-factor/authenticator-app', { method: 'DELETE' })).status,
    ).toBe(204)
    for (let guess = 0; guess < 10; guess += 1)
      await proveByCode(other.own, { method: 'recovery_code', code: `guess-${guess}`, password })
    expect(
      (await proveByCode(other.own, { method: 'recovery_code', code: other.codes[0], password }))
        .status,
    ).toBe(429)
  })

  test('a person without a second factor proves nothing with a code', async () => {
    const { own } = await person()
    expect((await proveByCode(own, { code: '123456', password })).status).toBe(403)
  })

  test('is refused in a session of an organization’s provider, whose admin could let it name anybody', async () => {
    const { own, person: made, id } = await withPasskey()
    const { organization } = await make.world()
    await setColumn(database, 'sessions', 'method', 'sso', { user_id: made.id })
    await setColumn(database, 'sessions', 'sso_organization_id', organization.id, {
      user_id: made.id,
    })
    for (const change of changes(own, id)) {
      const { status, body } = await change()
      expect([status, body.error.type]).toEqual([403, 'forbidden'])
    }
    expect(await retrieve(own)).toMatchObject({ can_change: false })
  })

  test('the first factor ends every other session, and this one goes on', async () => {
    const { person: made, own } = await person()
    const elsewhere = aBrowser(server)
    await elsewhere.signIn(made.email, password)
    await addPasskey(own)
    expect(await own.isSignedIn()).toBe(true)
    expect(await elsewhere.isSignedIn()).toBe(false)
  })

  test('is mailed and is in the trail of every organization', async () => {
    const { own, person: made } = await person()
    const { organization, admin } = await make.world()
    await make.membership(organization, made)
    const { answer } = await addPasskey(own)
    const { id } = answer.body.data.passkey
    await own.send(`/ui/v1/second-factor/passkeys/${id}`, { method: 'DELETE' })
    const { data } = (await call('/ui/v1/organization/changes', { as: admin, organization })).body
    expect(data.map(({ action, actor_email: actor }: Change) => [action, actor])).toEqual([
      ['passkey.removed', made.email],
      ['passkey.added', made.email],
    ])
    await expect
      .poll(async () => (await mailsTo(made.email)).map(({ subject }) => subject).toSorted())
      .toEqual(['A passkey was added', 'A passkey was removed'])
  })

  test('an operator removes what a person lost, and signs them out', async () => {
    const { person: made, own } = await withApp()
    const { organization, admin } = await make.world()
    await make.membership(organization, made)
    const command = secondFactorServer.commands.find(({ name }) => /reset/.test(name))!
    expect(await command.run(app, { email: made.email })).toMatchObject({ removed: true })
    expect(await own.isSignedIn()).toBe(false)
    expect((await own.signIn(made.email, password)).body.data).not.toBeNull()
    const { data } = (await call('/ui/v1/organization/changes', { as: admin, organization })).body
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'user.signed_in' },
      { action: 'user.second_factor_reset', actor_kind: 'operator' },
    ])
    await expect(command.run(app, { email: 'nobody@example.com' })).rejects.toThrow('no such')
  })
})

describe('factors that were added before the address was changed', () => {
  test('go when that is undone; older ones stay', async () => {
    const { own, person: made, key } = await withPasskey()
    clock.advance(8 * 86_400)
    const thief = aBrowser(server)
    await answerPasskey(thief, key.sign(await askPasskey(thief)))
    const stolen = (await addPasskey(thief, anAuthenticator(origin), 'Thief')).key
    clock.advance(300)
    const wanted = `${made.id}@example.org`
    const change = { method: 'PUT', body: { user: { email: wanted } } }
    expect((await thief.send(`/ui/v1/users/${made.id}`, change)).status).toBe(200)
    const linkTo = async (email: string, subject: RegExp) => {
      const mail = async () => (await mailsTo(email)).find((one) => subject.test(one.subject))
      await expect.poll(mail).toBeDefined()
      return /[?&]token=([\w-]+)/.exec((await mail())!.text)![1]!
    }
    const confirmation = { token: await linkTo(wanted, /./) }
    await at(thief, '/ui/v1/email-confirmations', { email_confirmation: confirmation })
    const undo = { token: await linkTo(made.email, /was changed/) }
    expect((await at(own, '/ui/v1/email-undos', { email_undo: undo })).status).toBe(200)
    const signIn = async (passkey: typeof key) =>
      (await answerPasskey(aBrowser(server), passkey.sign(await askPasskey(own)))).status
    expect(await signIn(stolen)).toBe(401)
    expect(await signIn(key)).toBe(201)
  })

  test('an app that was begun long ago and added just before is one of them', async () => {
    const { own, person: made } = await person()
    await at(own, '/ui/v1/second-factor/authenticator-app/start', {})
    clock.advance(29 * 86_400)
    const since = clock.now()
    const thief = aBrowser(server)
    await thief.signIn(made.email, password)
    const { secret } = (await at(thief, '/ui/v1/second-factor/authenticator-app/start', {})).body
      .data
    const code = { authenticator_app: { code: shown(secret) } }
    expect((await at(thief, '/ui/v1/second-factor/authenticator-app', code)).status).toBe(201)
    await deleteFactorsSince(database, made.id, since)
    expect((await retrieve(thief)).authenticator_app).toBeNull()
  })
})
