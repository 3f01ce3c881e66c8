import { describe, expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { flagNames } from '@playhead/domain/flags.ts'
import { writeReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  insertSsoConnection,
  countSessionsOf,
  setDisabled,
  setOnboardingDismissed,
  setIntegrated,
  setMasquerade,
  setFlagOverrides,
  readSessionsAsText,
} from '../testing-rows.sql.ts'

const server = await startTestApp([signInServer], { settings: { PLAYHEAD_TRUST_PROXY: '1' } })
const { app, call, clock, database } = server
const make = aFactory(database)
const password = 'seven green lanterns'
const hour = 3600
const day = 24 * hour

const world = async () => {
  const made = await make.world()
  const person = await make.person({ password })
  await make.membership(made.organization, person, { isAdmin: true })
  const own = aBrowser(server)
  await own.signIn(person.email, password)
  return { ...made, person, own }
}

describe('signing in', () => {
  test('SHELL-049 SHELL-057 AUTH-008 e-mail and password begin a session that GET session reads and DELETE session ends', async () => {
    const { person, organization, environment } = await world()
    const own = aBrowser(server)
    const answer = await own.signIn(` ${person.email.toUpperCase()} `, password)
    expect(answer.status).toBe(201)
    expect(answer.body.data.current_user).toMatchObject({
      id: person.id,
      email: person.email,
      organization_admin: true,
      oauth_login: false,
      internal: false,
    })
    const has = async () => (await own.send('/ui/v1/sign-in-options')).body.data.has_session
    expect(await has()).toBe(true)
    const read = await own.send('/ui/v1/session')
    expect(read.body.data.organization.id).toBe(organization.id)
    expect(read.body.data.current_environment.id).toBe(environment.id)
    const signedIn = new Map(own.cookies)
    expect((await own.send('/ui/v1/session', { method: 'DELETE' })).status).toBe(204)
    expect([...own.cookies.keys()]).toEqual(['playhead_known_browser'])
    for (const [name, value] of signedIn) own.cookies.set(name, value)
    expect((await own.send('/ui/v1/session')).status).toBe(401)
    expect(await has()).toBe(false)
  })

  test('the cookie is kept from scripts and from other sites, and the table holds no token', async () => {
    const { person } = await world()
    const answer = await aBrowser(server).signIn(person.email, password)
    const cookie = answer.headers.getSetCookie()[0]!
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    const token = /playhead_session=([^;]+)/.exec(cookie)![1]!
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await readSessionsAsText(database)).not.toContain(token)
  })

  test('AUTH-012 a wrong password, an unknown address and an account without password are refused alike and store no session', async () => {
    const { person } = await world()
    const without = await make.person()
    const sessions = await countSessionsOf(database, person.id)
    const refusals = await Promise.all(
      [
        [person.email, 'seven red lanterns'],
        ['nobody@example.com', password],
        [without.email, password],
      ].map(([email, given]) => aBrowser(server).signIn(email!, given!)),
    )
    for (const { status, body, headers } of refusals) {
      expect(status).toBe(401)
      expect(body.error).toEqual({
        type: 'unauthorized',
        messages: ['The e-mail address or password is wrong.'],
      })
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(await countSessionsOf(database, person.id)).toBe(sessions)
  })

  test('AUTH-017 AUTH-021 a malformed address and an absent password are named', async () => {
    const answer = await call('/ui/v1/session', { body: { session: { email: 'ada' } } })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toEqual({
      email: ['Invalid email'],
      password: ['Password cannot be empty'],
    })
  })

  test('AUTH-017 an address longer than any is refused before it is counted or looked for', async () => {
    const long = Array.from({ length: 6000 }, (_, index) => ((index * 7919) % 36).toString(36))
    const answer = await aBrowser(server).signIn(`${long.join('')}@example.com`, password)
    expect([answer.status, answer.body.error.messages]).toEqual([400, ['Invalid email']])
  })

  test('a disabled account is named only after the right password, and its running sessions end', async () => {
    const { person, own } = await world()
    await setDisabled(database, person.id)
    const right = await aBrowser(server).signIn(person.email, password)
    expect([right.status, right.body.error.type]).toEqual([402, 'disabled_user'])
    expect((await aBrowser(server).signIn(person.email, 'wrong')).status).toBe(401)
    expect((await own.send('/ui/v1/session')).status).toBe(402)
  })

  test('a token an attacker planted before signing in is worth nothing afterwards', async () => {
    const { person } = await world()
    const attacker = await make.person()
    const planted = attacker.cookie.split('=')[1]!
    const victim = aBrowser(server)
    victim.cookies.set('playhead_session', planted)
    await victim.signIn(person.email, password)
    expect(victim.cookies.get('playhead_session')).not.toBe(planted)
    expect((await call('/ui/v1/session', { as: attacker })).status).toBe(401)
  })
})

describe('guessing', () => {
  const guess = (email: string, ip: string, given = 'not the password') =>
    call('/ui/v1/session', {
      body: { session: { email, password: given } },
      headers: { 'x-forwarded-for': ip },
    })

  test('a proxy that forwards a very long address does not make sign-in fail', async () => {
    const { person } = await world()
    const address = Array.from({ length: 6000 }, (_, index) => ((index * 7919) % 36).toString(36))
    const answer = await aBrowser(server).send('/ui/v1/session', {
      headers: { 'x-forwarded-for': address.join('') },
      body: { session: { email: person.email, password } },
    })
    expect(answer.status).toBe(201)
  })

  test('signing in forgets earlier failures', async () => {
    const { person } = await world()
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 9; index += 1) await guess(person.email, '198.51.100.3')
      expect((await guess(person.email, '198.51.100.3', password)).status).toBe(201)
    }
  })

  test('an unknown address takes as much work as a wrong password, so timing reveals nothing', async () => {
    const { person } = await world()
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let index = 0; index < 9; index += 1)
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? person.email : 'nobody-knows@example.com'
        const before = process.cpuUsage()
        await guess(email, `192.0.2.${index}`)
        const { user, system } = process.cpuUsage(before)
        took[kind].push(user + system)
      }
    // Without the decoy hash an unknown address costs less than a third of the work. Processor time is compared, since a
    // busy machine makes single answers slow.
    expect(Math.min(...took.unknown)).toBeGreaterThan(Math.min(...took.known) * 0.5)
  })
})

describe('what the session holds', () => {
  test('SHELL-046 SHELL-058 token, user, flags, environment, organization, organizations, properties and onboarding', async () => {
    const { own, person, organization, environment } = await world()
    const { data } = (await own.send('/ui/v1/session')).body
    expect(data.current_user.id).toBe(person.id)
    expect(Object.keys(data.feature_flags).toSorted()).toEqual(flagNames.toSorted())
    expect(data.current_environment).toMatchObject({ id: environment.id, status: 'waiting' })
    expect(data.organization).toEqual(data.organizations[0])
    expect(data.organizations.map(({ id }: { id: string }) => id)).toEqual([organization.id])
    expect(data.properties).toEqual([
      {
        id: environment.id,
        name: environment.name,
        type: 'production',
        organization_id: organization.id,
      },
    ])
    expect(data).toMatchObject({
      onboarding: true,
      masquerading: false,
      read_only: false,
      build: 'test',
      feature_overrides: [],
    })
  })

  test('the token for the socket names session and person, and is good for ten minutes', async () => {
    const { own, person } = await world()
    const before = clock.now()
    const { token } = (await own.send('/ui/v1/session')).body.data
    const now = clock.now()
    const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
    const verified = app.vault.verify('session-socket', token, after(before, 599))
    expect(verified).toMatchObject({ user_id: person.id })
    expect(app.vault.verify('session-socket', token, after(now, 601))).toBeUndefined()
    expect(app.vault.verify('session-socket', `${token.slice(0, -4)}AAAA`, now)).toBeUndefined()
  })

  test('the headers say which organization and environment are current; what they may not name is passed over', async () => {
    const { own, person, organization, environment } = await world()
    const second = await make.organization()
    const one = await make.environment(second)
    const two = await make.environment(second)
    await make.membership(second, person, { environments: [one, two] })
    const foreign = await make.world()
    const current = async (
      organizationGiven?: { id: string },
      environmentGiven?: { id: string },
    ) => {
      const { data } = (
        await own.send('/ui/v1/session', {
          organization: organizationGiven,
          environment: environmentGiven,
        })
      ).body
      return [
        data.organization.id,
        data.current_environment.id,
        data.current_user.organization_admin,
      ]
    }
    expect(await current()).toEqual([organization.id, environment.id, true])
    expect(await current(second)).toEqual([second.id, one.id, false])
    expect(await current(second, two)).toEqual([second.id, two.id, false])
    expect(await current(undefined, two)).toEqual([second.id, two.id, false])
    expect(await current(second, environment)).toEqual([second.id, one.id, false])
    expect(await current(foreign.organization, foreign.environment)).toEqual([
      organization.id,
      environment.id,
      true,
    ])
  })

  test('a person without organization has a session all the same', async () => {
    const person = await make.person()
    const { status, body } = await call('/ui/v1/session', { as: person })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      organization: null,
      organizations: [],
      current_environment: null,
      properties: [],
      onboarding: false,
    })
  })

  test('SHELL-085 an organization that needs single sign-on is not authenticated and shows no environments', async () => {
    const { own, person, organization } = await world()
    const locked = await make.organization()
    await make.environment(locked)
    await make.membership(locked, person, { isAdmin: true })
    await insertSsoConnection(database, locked.id, { isRequired: true })
    const { data } = (await own.send('/ui/v1/session', { organization: locked })).body
    expect(data.organization.id).toBe(organization.id)
    const shown = data.organizations.find(({ id }: { id: string }) => id === locked.id)
    expect(shown).toMatchObject({ name: locked.name, authenticated: false, properties: [] })
  })

  test('SHELL-060 SHELL-061 a cookie overrides flags for staff only', async () => {
    const staff = await make.person({ isStaff: true })
    const { organization, admin } = await make.world()
    await make.membership(organization, staff)
    const overrides = encodeURIComponent(
      JSON.stringify({ realtime: false, maxFilters: 3, video: 'yes', nonsense: 1 }),
    )
    const read = async (person: { cookie: string }) =>
      (
        await call('/ui/v1/session', {
          headers: { cookie: `${person.cookie}; playhead_feature_overrides=${overrides}` },
        })
      ).body.data
    const seen = await read(staff)
    expect(seen.current_user.internal).toBe(true)
    expect(seen.feature_flags).toMatchObject({ realtime: false, maxFilters: 3, video: true })
    expect(seen.feature_overrides).toEqual(['realtime', 'maxFilters'])
    const other = await read(admin)
    expect(other.feature_flags).toMatchObject({ realtime: true, maxFilters: 10 })
    expect(other.feature_overrides).toEqual([])
  })

  test('SHELL-059 the flags video and dataViewLimit reach the session', async () => {
    const { own, organization } = await world()
    await setFlagOverrides(database, organization.id, { video: false, dataViewLimit: 5000 })
    const { data } = (await own.send('/ui/v1/session')).body
    expect(data.feature_flags).toMatchObject({ video: false, dataViewLimit: 5000 })
  })

  test('SHELL-061 staff that masquerade have the organization and all its environments, as its admin', async () => {
    const staff = await make.person({ isStaff: true })
    const { organization, environment } = await make.world()
    await setMasquerade(database, staff.id, organization.id)
    const { data } = (await call('/ui/v1/session', { as: staff })).body
    expect(data).toMatchObject({ masquerading: true })
    expect(data.organization).toMatchObject({ id: organization.id, is_admin: true })
    expect(data.current_environment.id).toBe(environment.id)
    const person = await make.person()
    await setMasquerade(database, person.id, organization.id)
    expect((await call('/ui/v1/session', { as: person })).body.data.organization).toBeNull()
  })

  test('onboarding lasts until something was measured or a person dismissed it', async () => {
    const first = await world()
    const second = await world()
    const isOnboarding = async ({ own }: typeof first) =>
      (await own.send('/ui/v1/session')).body.data.onboarding
    expect(await isOnboarding(first)).toBe(true)
    await setIntegrated(database, first.environment.id)
    expect(await isOnboarding(first)).toBe(false)
    await setOnboardingDismissed(database, second.organization.id)
    expect(await isOnboarding(second)).toBe(false)
  })

  test('the session says that the server is read-only, and signing in still works', async () => {
    const { person } = await world()
    await writeReadOnly(database, true)
    const own = aBrowser(server)
    expect((await own.signIn(person.email, password)).status).toBe(201)
    expect((await own.send('/ui/v1/session')).body.data.read_only).toBe(true)
    await writeReadOnly(database, false)
  })
})

describe('renewing', () => {
  test('SHELL-053 PUT session replaces the token; the old one is good for requests already under way and for no longer', async () => {
    const { own } = await world()
    const before = own.cookies.get('playhead_session')!
    expect((await own.send('/ui/v1/session', { method: 'PUT', body: {} })).status).toBe(200)
    const after = own.cookies.get('playhead_session')!
    expect(after).not.toBe(before)
    const late = aBrowser(server)
    late.cookies.set('playhead_session', before)
    clock.advance(50)
    expect(await late.isSignedIn()).toBe(true)
    clock.advance(11)
    expect(await late.isSignedIn()).toBe(false)
    expect(await own.isSignedIn()).toBe(true)
  })

  test('GET session renews a token older than a day, and leaves a younger one', async () => {
    const { own } = await world()
    const before = own.cookies.get('playhead_session')
    clock.advance(23 * hour)
    await own.send('/ui/v1/session')
    expect(own.cookies.get('playhead_session')).toBe(before)
    clock.advance(2 * hour)
    await own.send('/ui/v1/session')
    expect(own.cookies.get('playhead_session')).not.toBe(before)
    clock.advance(120)
    expect(await own.isSignedIn()).toBe(true)
  })

  test('several renewals at once leave the browser with the one token that lasts', async () => {
    const { own } = await world()
    const cookie = `playhead_session=${own.cookies.get('playhead_session')}`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('/ui/v1/session', { method: 'PUT', body: {}, headers: { cookie } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const given = answers.flatMap(({ headers }) => headers.getSetCookie())
    expect(given).toHaveLength(1)
    clock.advance(120)
    const lasting = given[0]!.split(';')[0]!
    expect((await call('/ui/v1/session', { headers: { cookie: lasting } })).status).toBe(200)
  })

  test('a session ends thirty days after it was last used', async () => {
    const { own } = await world()
    clock.advance(29 * day)
    expect(await own.isSignedIn()).toBe(true)
    clock.advance(29 * day)
    expect(await own.isSignedIn()).toBe(true)
    clock.advance(31 * day)
    expect(await own.isSignedIn()).toBe(false)
  })

  test('signing out everywhere ends every session of this person only', async () => {
    const { person, own, admin } = await world()
    const second = aBrowser(server)
    await second.signIn(person.email, password)
    expect((await own.send('/ui/v1/sessions', { method: 'DELETE' })).status).toBe(204)
    expect(await countSessionsOf(database, person.id)).toBe(0)
    expect(await second.isSignedIn()).toBe(false)
    expect(await countSessionsOf(database, admin.id)).toBe(1)
  })
})
