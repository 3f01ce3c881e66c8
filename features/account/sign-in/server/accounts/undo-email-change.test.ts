import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { teamServer } from '@playhead/features/account/team/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { insertIdentity } from '../providers/identities.sql.ts'
import { readLink, aMailbox } from '../testing-mails.ts'

const server = await startTestApp([signInServer, profileServer, teamServer])
const { call, clock, database } = server
const make = aFactory(database)
const { to, newest } = aMailbox(server)
const password = 'seven green lanterns'
const newAddress = () => `${randomUUID()}@example.com`
const tokenIn = (mail: { text: string }) => readLink(mail).searchParams.get('token')!

type Browser = ReturnType<typeof aBrowser>

const undo = (token: string, own: Browser = aBrowser(server)) =>
  own.send('/ui/v1/email-undos', { body: { email_undo: { token } } })

const setPassword = (token: string, next: string) =>
  call('/ui/v1/reset-password', {
    method: 'PUT',
    body: { user: { token, new_password: next, password_confirmation: next } },
  })

const askForReset = async (email: string, mailCount: number) => {
  await call('/ui/v1/password-resets', { body: { user: { email } } })
  return tokenIn(await newest(email, mailCount))
}

/** An attacker at the victim's browser changes the address to their own. */
const change = async (own: Browser, id: string, wanted = newAddress()) => {
  await own.send(`/ui/v1/users/${id}`, { method: 'PUT', body: { user: { email: wanted } } })
  const token = tokenIn(await newest(wanted))
  await call('/ui/v1/email-confirmations', { body: { email_confirmation: { token } } })
  return wanted
}

const taken = async () => {
  const { organization } = await make.world()
  const person = await make.person({ password })
  await make.membership(organization, person)
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  const wanted = await change(own, person.id)
  const mail = await newest(person.email, 2)
  return { organization, person, own, wanted, mail, token: tokenIn(mail) }
}

describe('the mail to the old address', () => {
  test('undoes the change: the address is back, everybody is out, and its owner chooses a password', async () => {
    const { organization, person, own, wanted, mail, token } = await taken()
    expect(mail.text).toContain(wanted)
    expect(readLink(mail).pathname).toBe('/undo-email-change')
    const thief = aBrowser(server)
    await thief.signIn(wanted, password)
    const answer = await undo(token, own)
    expect(answer.status).toBe(200)
    expect(answer.body.data.email).toBe(person.email)
    expect(await own.isSignedIn()).toBe(false)
    expect(await thief.isSignedIn()).toBe(false)
    for (const email of [person.email, wanted])
      expect((await aBrowser(server).signIn(email, password)).status).toBe(401)
    const chosen = await setPassword(answer.body.data.password_reset_token, 'eleven blue kettles')
    expect(chosen.status).toBe(204)
    expect((await aBrowser(server).signIn(person.email, 'eleven blue kettles')).status).toBe(201)
    expect(await readChanges(database, organization.id)).toContainEqual(
      expect.objectContaining({
        action: 'user.email_change_undone',
        detail: { from: wanted, to: person.email },
      }),
    )
    for (const email of [person.email, wanted])
      await expect
        .poll(async () => (await to(email)).map(({ subject }) => subject))
        .toContain('A change of your e-mail address was undone')
  })

  test('works once, for seven days, and only with its own token', async () => {
    const first = await taken()
    expect((await undo(`${first.token.slice(0, -2)}AA`)).status).toBe(400)
    expect((await undo(first.token)).status).toBe(200)
    expect((await undo(first.token)).body.error.fields.token).toHaveLength(1)
    const second = await taken()
    const third = await taken()
    clock.advance(7 * 86_400 - 60)
    expect((await undo(second.token)).status).toBe(200)
    clock.advance(120)
    expect((await undo(third.token)).status).toBe(400)
  })

  test('is kept as a hash alone', async () => {
    const { person, token } = await taken()
    const rows = await readRows(database, 'mailed_links', { user_id: person.id })
    expect(rows.map(({ purpose }) => purpose)).toContain('email_undo')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('undoes every later change too, and no later link takes the address away again', async () => {
    const { person, wanted, token } = await taken()
    const thief = aBrowser(server)
    await thief.signIn(wanted, password)
    const further = await change(thief, person.id)
    const ofThief = tokenIn(await newest(wanted, 3))
    const reset = await askForReset(further, 2)
    await thief.send(`/ui/v1/users/${person.id}`, {
      method: 'PUT',
      body: { user: { email: newAddress() } },
    })
    expect((await undo(token)).status).toBe(200)
    expect((await undo(ofThief)).status).toBe(400)
    expect((await setPassword(reset, 'eleven blue kettles')).status).toBe(400)
    expect(await readRows(database, 'users', { id: person.id })).toMatchObject([
      { email: person.email, pending_email: null },
    ])
  })

  test('a provider account that was linked since opens nothing any more', async () => {
    const { person, token } = await taken()
    const link = (subject: string, now: Date) =>
      insertIdentity(database, { provider: 'github', subject, userId: person.id, now })
    await link(`old ${person.id}`, new Date(clock.now().getTime() - 86_400_000))
    await link(`new ${person.id}`, clock.now())
    await undo(token)
    expect(await readRows(database, 'identities', { user_id: person.id })).toMatchObject([
      { subject: `old ${person.id}` },
    ])
  })

  test('an address that another person has by now is named, and the link stays good', async () => {
    const { person, token } = await taken()
    const other = await make.person({ email: person.email })
    expect((await undo(token)).body.error.fields).toEqual({ email: ['email already exists'] })
    await setColumn(database, 'users', 'email', newAddress(), { id: other.id })
    expect((await undo(token)).status).toBe(200)
  })
})

describe('links mailed to the old address before the change', () => {
  test('stop working: to a new password, into an organization, to a second change', async () => {
    const { organization, admin } = await make.world()
    const person = await make.person({ password })
    const invited = await call('/ui/v1/invites', {
      as: admin,
      organization,
      body: { invite: { email: person.email, admin: false, environments: [] } },
    })
    expect(invited.status).toBe(201)
    const own = aBrowser(server)
    await own.signIn(person.email, password)
    // The first mail is the invite.
    const reset = await askForReset(person.email, 2)
    await change(own, person.id)
    expect((await setPassword(reset, 'eleven blue kettles')).status).toBe(400)
    expect(await countRows(database, 'invites', { email: person.email })).toBe(0)
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'invite.deleted',
      subject_name: person.email,
    })
  })
})
