import { expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'

const { app, call, database } = await startTestApp([signInServer])
const make = aFactory(database)
const signOut = signInServer.commands.find(({ name }) => name === 'user sign-out')!
const run = (email: string) => signOut.run(app, signOut.options.parse({ email }))

const isSignedIn = async (cookie: string) =>
  (await call('/ui/v1/session', { headers: { cookie } })).status === 200

test('user sign-out ends every session of one person only', async () => {
  const person = await make.person()
  const elsewhere = await make.session(person.id)
  const other = await make.person()
  expect(await run(person.email.toUpperCase())).toEqual({ email: person.email, ended: 2 })
  expect(await isSignedIn(person.cookie)).toBe(false)
  expect(await isSignedIn(elsewhere.cookie)).toBe(false)
  expect(await isSignedIn(other.cookie)).toBe(true)
})

test('an unknown address is refused as unknown', async () => {
  await expect(run('nobody@example.com')).rejects.toThrow('There is no such account.')
})
