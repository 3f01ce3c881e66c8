import { describe, expect, test } from 'vitest'
import { profileServer } from '@playhead/features/account/profile/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readLink, aMailbox } from '@playhead/testing/mailbox.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const server = await startTestApp([signInServer, profileServer])
const { app, call, database } = server
const make = aFactory(database)
const { newest } = aMailbox(server)
const password = 'seven green lanterns'

const common = 'This password is too common. Please choose another one.'
const pattern = 'Keys or characters in a row are guessed first. Please choose another password.'
const personal =
  'This is made of your name, your address or your organization. Please choose another password.'

const refused: [string, string][] = [
  ['Summer2026!!', common],
  ['P@$$w0rd2026', common],
  ['1234567890ab', pattern],
  ['zaq12wsxcde3', pattern],
]

let count = 0
const fieldsOf = (answer: { body: { error: { fields: unknown } } }) => answer.body.error.fields

const signUp = async () => {
  const email = `grace.hopper${(count += 1)}@flowmatic.example`
  await call('/ui/v1/signup', { body: { invite: { email } } })
  const query = readLink(await newest(email)).searchParams
  return (wanted: string) =>
    aBrowser(server).send('/ui/v1/users', {
      body: {
        user: {
          first_name: 'Grace',
          last_name: 'Brewster',
          email,
          password: wanted,
          invite_id: query.get('invite'),
          token: query.get('token'),
        },
      },
    })
}

const someone = async () => {
  const { organization } = await make.world()
  const person = await make.person({ password, firstName: 'Grace' })
  await make.membership(organization, person)
  return { person, organization }
}

const reset = async () => {
  const { person } = await someone()
  await call('/ui/v1/password-resets', { body: { user: { email: person.email } } })
  const token = readLink(await newest(person.email)).searchParams.get('token')
  return (wanted: string) =>
    call('/ui/v1/reset-password', {
      method: 'PUT',
      body: { user: { token, new_password: wanted, password_confirmation: wanted } },
    })
}

const change = async () => {
  const { person } = await someone()
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  return (wanted: string) =>
    own.send(`/ui/v1/users/${person.id}/password`, {
      method: 'PUT',
      body: {
        user: { current_password: password, password: wanted, password_confirmation: wanted },
      },
    })
}

const [createUser] = signInServer.commands.filter(({ name }) => name === 'user create')

describe.each([
  ['a new account', signUp, 'password', 201],
  ['a forgotten password', reset, 'new_password', 204],
  ['a changed password', change, 'password', 204],
])('%s', (_, begin, field, done) => {
  test('is no common password, no walk over the keyboard and nothing of the person', async () => {
    const send = await begin()
    for (const [wanted, message] of [...refused, ['Grace.2026!!', personal] as const]) {
      const answer = await send(wanted)
      expect([answer.status, fieldsOf(answer)]).toEqual([400, { [field]: [message] }])
    }
    const short = await send('Summer2026!')
    expect(fieldsOf(short)).toEqual({
      [field]: ['Password must be at least 12 characters long'],
    })
    expect((await send('nine yellow tramways')).status).toBe(done)
  })
})

test('nothing of the address nor of an organization is a password', async () => {
  const { person, organization } = await someone()
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  const send = (wanted: string) =>
    own.send(`/ui/v1/users/${person.id}/password`, {
      method: 'PUT',
      body: {
        user: { current_password: password, password: wanted, password_confirmation: wanted },
      },
    })
  const [local] = person.email.split('@')
  for (const wanted of [
    person.email,
    `${local}-2026!!`,
    `${organization.name} ${organization.name} 26`,
  ])
    expect(fieldsOf(await send(wanted))).toEqual({ password: [personal] })
})

test('the command that makes an account refuses the same', async () => {
  for (const [wanted, message] of [...refused, ['Hopper-2026-!', personal] as const])
    await expect(
      createUser!.run(app, {
        email: 'grace.hopper@flowmatic.example',
        password: wanted,
        first_name: '',
        last_name: '',
      }),
    ).rejects.toThrow(message)
})

test('a very long password does not block the server', async () => {
  const long = `${'a'.repeat(100_000)}b${'a'.repeat(100_000)}`
  const user = { first_name: 'Eve', last_name: '', email: 'eve@example.com', password: long }
  const cpuMs = await countCpuMs(async () => {
    const body = { user: { ...user, token: 'guessed' } }
    expect((await call('/ui/v1/first-staff', { body })).status).toBe(400)
  })
  expect(cpuMs).toBeLessThan(1_500)
})
