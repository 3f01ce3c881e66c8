import { describe, expect, test } from 'vitest'
import { aFactory, type TestPerson } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { supportServer } from './index.ts'

const { call, database, mails, clock } = await startTestApp([supportServer], {
  settings: { PLAYHEAD_MAIL_FROM: 'Playhead <playhead@video.example.com>' },
})
const make = aFactory(database)

const write = (person: TestPerson | undefined, email: object, place: object = {}) =>
  call('/ui/v1/support', { as: person, ...place, body: { email } })
const asked = { subject: 'Playback\nstops', message: 'After ten minutes.\nEvery time.' }

describe('204', () => {
  test('SHELL-079 the message reaches the people who run the server, with the way to answer it', async () => {
    const { member, organization, environment } = await make.world()
    expect((await write(member, asked, { organization, environment })).status).toBe(204)
    const [mail] = await mails()
    expect(mail).toMatchObject({
      to: 'Playhead <playhead@video.example.com>',
      subject: 'Support: Playback stops',
    })
    expect(mail?.text).toContain(`Reply to: Test Person <${member.email}>`)
    expect(mail?.text).toContain(`Organization: ${organization.name} (${organization.id})`)
    expect(mail?.text).toContain(`Environment: ${environment.name} (${environment.id})`)
    expect(mail?.text).toContain(asked.message)
  })

  test('SHELL-079 people without an organization, or with one that is not theirs, can write too', async () => {
    const person = await make.person()
    const stranger = await make.world()
    expect((await write(person, asked)).status).toBe(204)
    expect((await write(person, asked, { organization: stranger.organization })).status).toBe(204)
    expect((await mails())[0]?.text).not.toContain('Organization:')
  })
})

describe('nothing is sent', () => {
  test.each([
    ['subject', { subject: ' ', message: 'Help' }, 'Subject is required'],
    ['message', { subject: 'Help', message: '' }, 'Message is required'],
  ])('400 SHELL-079 without a %s', async (field, email, message) => {
    const before = (await mails()).length
    const refused = await write(await make.person(), email)
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { fields: { [field]: [message] } } },
    })
    expect((await mails()).length).toBe(before)
  })

  test('401 SHELL-079 without a session', async () => {
    const before = (await mails()).length
    expect((await write(undefined, asked)).status).toBe(401)
    expect((await mails()).length).toBe(before)
  })

  test('429 SHELL-079 after ten messages of one person in an hour', async () => {
    const person = await make.person()
    for (let sent = 0; sent < 10; sent += 1) expect((await write(person, asked)).status).toBe(204)
    const before = (await mails()).length
    const refused = await write(person, asked)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await mails()).length).toBe(before)
    expect((await write(await make.person(), asked)).status).toBe(204)
    clock.advance(3700)
    expect((await write(person, asked)).status).toBe(204)
  })
})
