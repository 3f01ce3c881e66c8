import { expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { readLink, aMailbox } from '../testing-mails.ts'
import { listChanges } from '../testing-rows.sql.ts'

const server = await startTestApp([signInServer, profileServer])
const { call, clock, database } = server
const make = aFactory(database)
const { newest } = aMailbox(server)
const password = 'seven green lanterns'
let count = 0
const newAddress = () => `new${(count += 1)}@example.com`

const confirm = (token: string) =>
  call('/ui/v1/email-confirmations', { body: { email_confirmation: { token } } })

const asked = async () => {
  const { organization } = await make.world()
  const person = await make.person({ password })
  await make.membership(organization, person)
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  const wanted = newAddress()
  const change = (email: string) =>
    own.send(`/ui/v1/users/${person.id}`, { method: 'PUT', body: { user: { email } } })
  const answer = await change(wanted.toUpperCase())
  const link = readLink(await newest(wanted))
  return {
    person,
    own,
    organization,
    wanted,
    change,
    answer,
    link,
    token: link.searchParams.get('token')!,
  }
}

test('ACCT-002 a new address counts once its mailed link is opened; the old one is notified', async () => {
  const { person, organization, wanted, answer, link, token } = await asked()
  expect(answer.body.data).toMatchObject({ email: person.email, pending_email: wanted })
  expect(link.pathname).toBe('/confirm-email')
  expect((await newest(person.email)).text).toContain(wanted)
  const before = await call('/ui/v1/session', { as: person })
  expect(before.body.data.current_user).toMatchObject({
    email: person.email,
    pending_email: wanted,
  })

  const confirmed = await confirm(token)
  expect([confirmed.status, confirmed.body]).toEqual([200, { data: { email: wanted } }])
  const after = await call('/ui/v1/session', { as: person })
  expect(after.body.data.current_user).toMatchObject({ email: wanted, pending_email: null })
  expect((await aBrowser(server).signIn(person.email, password)).status).toBe(401)
  expect((await aBrowser(server).signIn(wanted, password)).status).toBe(201)
  expect(await listChanges(database, person.id)).toMatchObject([
    {
      action: 'user.email_changed',
      organization_id: organization.id,
      detail: { from: person.email, to: wanted },
    },
  ])
})

test('the link works once and for a day, and only the newest', async () => {
  const first = await asked()
  expect((await confirm(first.token)).status).toBe(200)
  expect((await confirm(first.token)).body.error.fields.token).toEqual([
    'This link has expired or was already used. Please request a new one.',
  ])
  const second = await asked()
  const better = newAddress()
  await second.change(better)
  expect((await confirm(second.token)).status).toBe(400)
  const token = readLink(await newest(better)).searchParams.get('token')!
  clock.advance(24 * 3600 + 1)
  expect((await confirm(token)).status).toBe(400)
})

test('a link to a new password that was mailed to the old address ends with it', async () => {
  const { person, token, wanted } = await asked()
  await call('/ui/v1/password-resets', { body: { user: { email: person.email } } })
  const reset = readLink(await newest(person.email, 2)).searchParams.get('token')!
  expect((await confirm(token)).status).toBe(200)
  const user = {
    token: reset,
    new_password: 'eleven blue kettles',
    password_confirmation: 'eleven blue kettles',
  }
  const answer = await call('/ui/v1/reset-password', { method: 'PUT', body: { user } })
  expect(answer.status).toBe(400)
  expect((await aBrowser(server).signIn(wanted, password)).status).toBe(201)
})

test('AUTH-018 an address that another person got in the meantime is named', async () => {
  const { person, wanted, token } = await asked()
  await make.person({ email: wanted })
  const answer = await confirm(token)
  expect(answer.status).toBe(400)
  expect(answer.body.error.fields).toEqual({ email: ['email already exists'] })
  expect((await aBrowser(server).signIn(person.email, password)).status).toBe(201)
})

test('AUTH-018 only one of two people who confirm the same address at once gets it', async () => {
  const [one, two] = [await asked(), await asked()]
  await two.change(one.wanted)
  const token = readLink(await newest(one.wanted, 2)).searchParams.get('token')!
  const answers = await Promise.all([confirm(one.token), confirm(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('saving the profile with the present address leaves a change that is under way', async () => {
  const { person, wanted, change, token } = await asked()
  expect((await change(person.email)).body.data.pending_email).toBe(wanted)
  expect((await confirm(token)).status).toBe(200)
})

test('a new password takes back a change of address that another person may have asked for', async () => {
  const { person, token } = await asked()
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  await own.send(`/ui/v1/users/${person.id}/password`, {
    method: 'PUT',
    body: {
      user: {
        current_password: password,
        password: 'eleven blue kettles',
        password_confirmation: 'eleven blue kettles',
      },
    },
  })
  expect((await own.send('/ui/v1/session')).body.data.current_user.pending_email).toBeNull()
  expect((await confirm(token)).status).toBe(400)
})
