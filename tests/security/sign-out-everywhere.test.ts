import { expect, test } from 'vitest'
import { secondFactorServer } from '@playhead/features/account/second-factor/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { readShownCode } from '@playhead/testing/authenticator-app.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'

const server = await startTestApp([signInServer, secondFactorServer])
const { clock, database } = server
const password = 'seven green lanterns'

test('signing out everywhere also ends a sign-in that waits for its second factor', async () => {
  const { email } = await aFactory(database).person({ password })
  const own = aBrowser(server)
  await own.signIn(email, password)
  const { secret } = (await own.send('/ui/v1/second-factor/authenticator-app/start', { body: {} }))
    .body.data
  const added = await own.send('/ui/v1/second-factor/authenticator-app', {
    body: { authenticator_app: { code: readShownCode(secret, clock.now()) } },
  })
  expect(added.status).toBe(201)
  clock.advance(60)

  const elsewhere = aBrowser(server)
  const { ticket } = (await elsewhere.signIn(email, password)).body.second_factor
  expect((await own.send('/ui/v1/sessions', { method: 'DELETE' })).status).toBe(204)
  const session = { ticket, method: 'authenticator_app', code: readShownCode(secret, clock.now()) }
  const answer = await elsewhere.send('/ui/v1/session/second-factor', { body: { session } })
  expect(answer.status).toBe(401)
})
