import { describe, expect, test } from 'vitest'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aBrowser } from '@playhead/testing/test-browser.ts'
import {
  addPasskey,
  answerPasskey,
  askPasskey,
  at,
  type Browser,
  type Change,
  password,
  retrieve,
  secondFactorServers,
} from './second-factor-people.ts'

const { call, clock, database, make, person, server, withApp, withPasskey } =
  await secondFactorServers()

describe('an organization that requires a second factor', () => {
  const require = (own: Browser, organization: { id: string }, required = true) =>
    own.send('/ui/v1/organization/second-factor', {
      method: 'PUT',
      body: { second_factor: { required } },
      organization,
    })

  const requiring = async () => {
    const { organization, environment } = await make.world()
    const admin = await withApp()
    await make.membership(organization, admin.person, { isAdmin: true })
    expect((await require(admin.own, organization)).body.data).toEqual({
      required: true,
      members_without: 2,
    })
    return { organization, environment, admin }
  }

  test('is made so by an admin who has one, and by no other', async () => {
    const { organization } = await make.world()
    const { person: made, own } = await person()
    await make.membership(organization, made, { isAdmin: true })
    const refused = await require(own, organization)
    expect(refused.body.error.fields.required[0]).toContain('your own profile')
    await addPasskey(own)
    expect((await require(own, organization)).status).toBe(200)
  })

  test('refuses people without one; other organizations stay open, and so does the way to set one up', async () => {
    const { organization, environment } = await requiring()
    const { person: made, own } = await person()
    const free = await make.world()
    for (const world of [{ organization, environment }, free])
      await make.membership(world.organization, made, { environments: [world.environment] })
    const open = async (world: Pick<typeof free, 'organization' | 'environment'>) =>
      (await own.send('/ui/v1/annotations', world)).status
    const refused = await own.send('/ui/v1/organization', { organization })
    expect([refused.status, refused.body.error.type]).toEqual([403, 'second_factor_required'])
    expect(
      (await own.send('/ui/v1/organization', { organization: free.organization })).status,
    ).toBe(200)
    const { data } = (await own.send('/ui/v1/session', { organization })).body
    expect(data.organization.id).toBe(free.organization.id)
    expect(
      data.organizations.find(({ id }: { id: string }) => id === organization.id),
    ).toMatchObject({
      authenticated: false,
      second_factor_missing: true,
      properties: [],
    })
    expect(await open({ organization, environment })).not.toBe(200)
    expect((await retrieve(own)).required_by).toEqual([organization.name])
    await addPasskey(own)
    expect((await own.send('/ui/v1/organization', { organization })).status).toBe(200)
  })

  test('closes in every session of a person who removes the last one', async () => {
    const { organization } = await requiring()
    const { own, person: made, id, key } = await withPasskey()
    await make.membership(organization, made)
    const elsewhere = aBrowser(server)
    await answerPasskey(elsewhere, key.sign(await askPasskey(elsewhere)))
    const statuses = async () =>
      Promise.all(
        [own, elsewhere].map(
          async (one) => (await one.send('/ui/v1/organization', { organization })).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200])
    await own.send(`/ui/v1/second-factor/passkeys/${id}`, { method: 'DELETE' })
    expect(await statuses()).toEqual([403, 403])
  })

  test('asks nothing of access tokens, nor of those its own provider vouches for', async () => {
    const { organization, environment } = await requiring()
    const token = await make.accessToken(environment)
    expect((await call('/system/v1/whoami', { token })).status).not.toBe(403)
    const { person: made, own } = await person()
    await make.membership(organization, made)
    await setColumn(database, 'sessions', 'sso_organization_id', organization.id, {
      user_id: made.id,
    })
    expect((await own.send('/ui/v1/organization', { organization })).status).toBe(200)
  })

  test('asks it of staff too, before they look in', async () => {
    const { organization } = await requiring()
    const staff = await make.person({ password, isStaff: true })
    const own = aBrowser(server)
    await own.signIn(staff.email, password)
    const lookIn = () =>
      at(own, '/ui/v1/masquerade', { masquerade: { organization_id: organization.id } })
    expect((await lookIn()).body.error.type).toBe('second_factor_required')
    await addPasskey(own)
    expect((await lookIn()).status).toBe(204)
  })

  test('asks it of staff who look in already when it begins to', async () => {
    const { organization } = await make.world()
    const staff = await make.person({ password, isStaff: true })
    const own = aBrowser(server)
    await own.signIn(staff.email, password)
    const body = { masquerade: { organization_id: organization.id } }
    expect((await at(own, '/ui/v1/masquerade', body)).status).toBe(204)
    expect((await own.send('/ui/v1/organization', { organization })).status).toBe(200)
    const admin = await withApp()
    await make.membership(organization, admin.person, { isAdmin: true })
    await require(admin.own, organization)
    const refused = await own.send('/ui/v1/organization', { organization })
    expect([refused.status, refused.body.error.type]).toEqual([403, 'second_factor_required'])
    const { data } = (await own.send('/ui/v1/session', { organization })).body
    expect([data.organization, data.properties]).toEqual([null, []])
    expect((await own.send('/ui/v1/masquerade', { method: 'DELETE' })).status).toBe(204)
  })

  test('is changed with a proof of the last ten minutes, and not by staff who look in', async () => {
    const { organization, admin } = await requiring()
    const staff = await make.person({ password, isStaff: true })
    const own = aBrowser(server)
    await own.signIn(staff.email, password)
    await addPasskey(own)
    await at(own, '/ui/v1/masquerade', { masquerade: { organization_id: organization.id } })
    const asked = await require(own, organization, false)
    expect([asked.status, asked.body.error.type]).toEqual([403, 'forbidden'])
    clock.advance(601)
    const late = await require(admin.own, organization, false)
    expect([late.status, late.body.error.type]).toEqual([403, 'proof_required'])
  })

  test('is open again to all once it requires none', async () => {
    const { organization, admin } = await requiring()
    const { person: made, own } = await person()
    await make.membership(organization, made)
    await require(admin.own, organization, false)
    expect((await own.send('/ui/v1/organization', { organization })).status).toBe(200)
    const { data } = (await admin.own.send('/ui/v1/organization/changes', { organization })).body
    expect(data.slice(0, 2).map(({ action }: Change) => action)).toEqual([
      'organization.second_factor_optional',
      'organization.second_factor_required',
    ])
  })
})
