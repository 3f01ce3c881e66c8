import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { readLink, aMailbox } from '../testing-mails.ts'
import { listChanges, setDisabled } from '../testing-rows.sql.ts'

const server = await startTestApp([signInServer], {
  settings: { PLAYHEAD_TRUST_PROXY: '1', PLAYHEAD_PASSWORD_LENGTH: '14' },
})
const { call, clock, database } = server
const make = aFactory(database)
const { newest, to } = aMailbox(server)
const password = 'seven green lanterns'
const chosen = 'eleven blue kettles'
let count = 0

const ask = (email: string) =>
  call('/ui/v1/password-resets', {
    body: { user: { email } },
    headers: { 'x-forwarded-for': `198.51.100.${(count += 1)}` },
  })

const tokenFor = async (email: string, mailCount = 1) => {
  await ask(email)
  return readLink(await newest(email, mailCount)).searchParams.get('token')!
}

const reset = (token: string, wanted = chosen, confirmation = wanted) =>
  call('/ui/v1/reset-password', {
    method: 'PUT',
    body: { user: { token, new_password: wanted, password_confirmation: confirmation } },
  })

const person = async () => {
  const { organization } = await make.world()
  const made = await make.person({ password })
  await make.membership(organization, made)
  return { ...made, organization }
}

describe('asking for a new password', () => {
  test('AUTH-016 known, unknown and disabled addresses are answered alike; only the known one is mailed', async () => {
    const known = await person()
    const disabled = await person()
    await setDisabled(database, disabled.id)
    const answers = [
      await ask('nobody@example.com'),
      await ask(disabled.email),
      await ask(known.email.toUpperCase()),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [204, undefined]),
    )
    const link = readLink(await newest(known.email))
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:4000/reset-password')
    expect(await to('nobody@example.com')).toEqual([])
    expect(await to(disabled.email)).toEqual([])
  })
})

describe('choosing a new password', () => {
  test('AUTH-016 the link sets the password, ends every session, is recorded and sends a mail', async () => {
    const known = await person()
    const own = aBrowser(server)
    await own.signIn(known.email, password)
    const answer = await reset(await tokenFor(known.email))
    expect(answer.status).toBe(204)
    expect(await own.isSignedIn()).toBe(false)
    expect((await call('/ui/v1/session', { as: known })).status).toBe(401)
    expect((await aBrowser(server).signIn(known.email, password)).status).toBe(401)
    expect((await aBrowser(server).signIn(known.email, chosen)).status).toBe(201)
    expect(await listChanges(database, known.id)).toEqual([
      {
        action: 'user.password_reset',
        organization_id: known.organization.id,
        actor_email: known.email,
        detail: {},
      },
    ])
    expect((await newest(known.email, 2)).subject).toBe('Your password was changed')
  })

  test('the link works once, for an hour, and only the newest', async () => {
    const known = await person()
    const older = await tokenFor(known.email)
    const token = await tokenFor(known.email, 2)
    expect((await reset(older)).status).toBe(400)
    expect((await reset(token)).status).toBe(204)
    const again = await reset(token)
    expect(again.status).toBe(400)
    expect(again.body.error.fields.token).toEqual([
      'This link has expired or was already used. Please request a new one.',
    ])
    const late = await tokenFor(known.email, 4)
    clock.advance(3601)
    expect((await reset(late)).status).toBe(400)
    expect((await reset('made up')).status).toBe(400)
  })

  test('AUTH-019 AUTH-020 AUTH-021 the rules are those of every password, at the fields of the form', async () => {
    const known = await person()
    const token = await tokenFor(known.email)
    const short = await reset(token, 'thirteenchars')
    expect(short.body.error.fields).toEqual({
      new_password: ['Password must be at least 14 characters long'],
    })
    const different = await reset(token, chosen, 'eleven blue cattle')
    expect(different.body.error.fields).toEqual({
      password_confirmation: ['Passwords must match'],
    })
    const absent = await call('/ui/v1/reset-password', {
      method: 'PUT',
      body: { user: { token, password_confirmation: chosen } },
    })
    expect(absent.body.error.fields).toEqual({ new_password: ['Password cannot be empty'] })
    expect((await reset(token)).status).toBe(204)
  })

  test('an account closed by guessing opens with the new password', async () => {
    const known = await person()
    for (let index = 0; index < 10; index += 1)
      await aBrowser(server).signIn(known.email, 'a wrong guess')
    expect((await aBrowser(server).signIn(known.email, password)).status).toBe(429)
    await reset(await tokenFor(known.email))
    expect((await aBrowser(server).signIn(known.email, chosen)).status).toBe(201)
  })
})
