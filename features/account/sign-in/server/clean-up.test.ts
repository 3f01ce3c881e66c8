import { expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import { aMailbox } from './testing-mails.ts'
import { countRows, setMasquerade } from './testing-rows.sql.ts'

const server = await startTestApp([signInServer], {
  settings: { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
})
const { app, call, clock, database } = server
const make = aFactory(database)
const tables = ['sessions', 'mailed_links', 'sign_in_flows', 'attempts'] as const

const counts = async () =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await countRows(database, table)])),
  ) as Record<(typeof tables)[number], number>

test('the clean-up removes what has ended and nothing that still counts', async () => {
  const [schedule] = signInServer.schedules
  const person = await make.person()
  await aBrowser(server).signIn(person.email, 'a wrong guess')
  await call('/ui/v1/signup', { body: { invite: { email: 'new@example.com' } } })
  await aMailbox(server).newest('new@example.com')
  await call('/ui/v1/session/github/start', { body: { session: {} } })
  const before = await counts()
  expect(Object.values(before).every((count) => count > 0)).toBe(true)

  await schedule!.run(app)
  expect(await counts()).toEqual(before)
  clock.advance(23 * 3600)
  await schedule!.run(app)
  expect(await counts()).toEqual({ ...before, sign_in_flows: 0 })
  clock.advance(3 * 3600)
  await schedule!.run(app)
  expect(await counts()).toEqual({ sessions: 1, mailed_links: 0, sign_in_flows: 0, attempts: 0 })
  clock.advance(31 * 86_400)
  await schedule!.run(app)
  expect(await counts()).toEqual({ sessions: 0, mailed_links: 0, sign_in_flows: 0, attempts: 0 })
})

test('a masquerade that ends with its session is listed, however the session ends', async () => {
  const [schedule] = signInServer.schedules
  const staff = await make.person({ isStaff: true, password: 'seven green lanterns' })
  const { organization } = await make.world()
  const ended = async () =>
    (await readChanges(database, organization.id)).filter(
      ({ action }) => action === 'masquerade.ended',
    )
  const entry = (by: string) => ({ actor_email: staff.email, masquerading: true, detail: { by } })

  await setMasquerade(database, staff.id, organization.id)
  clock.advance(31 * 86_400)
  await schedule!.run(app)
  await schedule!.run(app)
  expect(await ended()).toMatchObject([entry('expiry')])

  const browser = aBrowser(server)
  expect((await browser.signIn(staff.email, 'seven green lanterns')).status).toBe(201)
  await setMasquerade(database, staff.id, organization.id)
  await browser.send('/ui/v1/sessions', { method: 'DELETE' })
  expect(await ended()).toMatchObject([entry('expiry'), entry('sign-out')])
})
