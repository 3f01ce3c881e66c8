import { expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { writeDemoSignIn } from '@playhead/server-kit/server-state.sql.ts'
import { factories } from '@playhead/testing/factories.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { browser } from '../testing-browser.ts'
import { countRows, passwordHashOf } from '../testing-rows.sql.ts'

const empty = await testApp([signInServer], { settings: { PLAYHEAD_DEMO: '0' } })
const demo = await testApp([signInServer])

const account = (email: string) => ({
  user: { first_name: 'Ada', last_name: '', email, password: 'seven green lanterns' },
})

test('on an empty server one first visitor makes the account of its operator without a link, and the next one cannot', async () => {
  const options = async () => (await empty.call('/ui/v1/sign-in-options')).body.data
  expect(await options()).toMatchObject({ first_visit: true, demo: null })
  const answers = await Promise.all(
    [1, 2, 3, 4].map((index) =>
      browser(empty).send('/ui/v1/users', { body: account(`first${index}@example.com`) }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403])
  const made = answers.find(({ status }) => status === 201)!
  expect(made.body.data.current_user.internal).toBe(true)
  expect(await countRows(empty.database, 'users')).toBe(1)
  expect(await options()).toMatchObject({ first_visit: false })
})

test('a server with a demo tells how to sign in to it and belongs to no first visitor', async () => {
  const options = async () => (await demo.call('/ui/v1/sign-in-options')).body.data
  expect(await options()).toMatchObject({ first_visit: false, demo: null })
  expect((await demo.call('/ui/v1/users', { body: account('first@example.com') })).status).toBe(403)
  const password = 'shown on the page'
  const person = await factories(demo.database).person({ email: 'demo@example.com', password })
  const shown = { email: person.email, password }
  await writeDemoSignIn(demo.database, {
    ...shown,
    password_hash: await passwordHashOf(demo.database, person.id),
  })
  expect(await options()).toMatchObject({ demo: shown })
  expect((await browser(demo).signIn(shown.email, shown.password)).status).toBe(201)
})
