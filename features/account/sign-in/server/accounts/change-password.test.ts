import { expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { aMailbox } from '../testing-mails.ts'
import { listChanges } from '../testing-rows.sql.ts'

const server = await startTestApp([signInServer, profileServer], {
  settings: { PLAYHEAD_TRUST_PROXY: '1' },
})
const { call, clock, database } = server
const make = aFactory(database)
const password = 'seven green lanterns'
const chosen = 'eleven blue kettles'

const signedIn = async () => {
  const { organization } = await make.world()
  const person = await make.person({ password })
  await make.membership(organization, person)
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  const change = (current: string, wanted: string, confirmation = wanted, by = own) =>
    by.send(`/ui/v1/users/${person.id}/password`, {
      method: 'PUT',
      body: {
        user: {
          current_password: current,
          password: wanted,
          password_confirmation: confirmation,
        },
      },
    })
  return { person, organization, own, change }
}

test('ACCT-004 a new password ends every other session and renews this one', async () => {
  const { person, organization, own, change } = await signedIn()
  const other = aBrowser(server)
  await other.signIn(person.email, password)
  const before = own.cookies.get('playhead_session')!
  expect((await change(password, chosen)).status).toBe(204)
  expect(await own.isSignedIn()).toBe(true)
  expect(await other.isSignedIn()).toBe(false)
  const stolen = aBrowser(server)
  stolen.cookies.set('playhead_session', before)
  expect(await stolen.isSignedIn()).toBe(false)
  expect((await aBrowser(server).signIn(person.email, password)).status).toBe(401)
  expect((await aBrowser(server).signIn(person.email, chosen)).status).toBe(201)
  expect(await listChanges(database, person.id)).toMatchObject([
    {
      action: 'user.password_changed',
      organization_id: organization.id,
      actor_email: person.email,
    },
  ])
  expect((await aMailbox(server).newest(person.email)).subject).toBe('Your password was changed')
})

test('ACCT-004 ACCT-006 AUTH-019 AUTH-020 AUTH-021 a refused one is named at its field and changes nothing', async () => {
  const { person, own, change } = await signedIn()
  const fieldsOf = async (answer: ReturnType<typeof change>) => (await answer).body.error.fields
  expect(await fieldsOf(change('not the password', chosen))).toEqual({
    current_password: ['The current password is wrong.'],
  })
  expect(await fieldsOf(change(password, 'elevenchars'))).toEqual({
    password: ['Password must be at least 12 characters long'],
  })
  expect(await fieldsOf(change(password, chosen, 'eleven blue cattle'))).toEqual({
    password_confirmation: ['Passwords must match'],
  })
  const absent = await own.send(`/ui/v1/users/${person.id}/password`, {
    method: 'PUT',
    body: { user: { current_password: password, password_confirmation: chosen } },
  })
  expect(absent.body.error.fields).toEqual({ password: ['Password cannot be empty'] })
  expect((await aBrowser(server).signIn(person.email, password)).status).toBe(201)
})

test('an attacker with a stolen session guesses the password ten times', async () => {
  const { change } = await signedIn()
  for (let index = 0; index < 10; index += 1)
    expect((await change('not the password', chosen)).status).toBe(400)
  expect((await change(password, chosen)).status).toBe(429)
  clock.advance(901)
  expect((await change(password, chosen)).status).toBe(204)
})

test('AUTH-010 a person without password has none to change', async () => {
  const person = await make.person()
  const answer = await call(`/ui/v1/users/${person.id}/password`, {
    method: 'PUT',
    as: person,
    body: { user: { current_password: '', password: chosen, password_confirmation: chosen } },
  })
  expect(answer.status).toBe(403)
})

test('the password of another person cannot be changed', async () => {
  const { person, change } = await signedIn()
  const intruder = await signedIn()
  expect((await change(password, chosen, chosen, intruder.own)).status).toBe(404)
  expect((await aBrowser(server).signIn(person.email, password)).status).toBe(201)
})
