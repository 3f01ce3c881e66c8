import { describe, expect, test } from 'vitest'
import { factories } from '@playhead/testing/factories.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { browser } from '../testing-browser.ts'
import { sessionsAsText } from '../testing-rows.sql.ts'

const server = await testApp([signInServer], { settings: { PLAYHEAD_TRUST_PROXY: '1' } })
const { call, database } = server
const make = factories(database)
const password = 'seven green lanterns'

const world = async () => {
  const made = await make.world()
  const person = await make.person({ password })
  await make.membership(made.organization, person, { isAdmin: true })
  const own = browser(server)
  await own.signIn(person.email, password)
  return { ...made, person, own }
}

describe('signing in', () => {
  test('SHELL-049 SHELL-057 AUTH-008 e-mail and password begin a session that GET session reads and DELETE session ends', async () => {
    const { person, organization, environment } = await world()
    const own = browser(server)
    const answer = await own.signIn(` ${person.email.toUpperCase()} `, password)
    expect(answer.status).toBe(201)
    expect(answer.body.data.current_user).toMatchObject({
      id: person.id,
      email: person.email,
      organization_admin: true,
      oauth_login: false,
      internal: false,
    })
    const read = await own.send('/ui/v1/session')
    expect(read.body.data.organization.id).toBe(organization.id)
    expect(read.body.data.current_environment.id).toBe(environment.id)
    expect((await own.send('/ui/v1/session', { method: 'DELETE' })).status).toBe(204)
    expect((await own.send('/ui/v1/session')).status).toBe(401)
  })

  test('the cookie is kept from scripts and from other sites, and the table holds no token', async () => {
    const { person } = await world()
    const answer = await call('/ui/v1/session', {
      body: { session: { email: person.email, password } },
    })
    const cookie = answer.headers.getSetCookie()[0]!
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    const token = /playhead_session=([^;]+)/.exec(cookie)![1]!
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await sessionsAsText(database)).not.toContain(token)
  })
})
