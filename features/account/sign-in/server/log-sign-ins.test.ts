import { expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { signInServer } from './index.ts'

const { call, database, logLines } = await startTestApp([signInServer])
const person = await aFactory(database).person({ password: 'a calm river of copper' })

const signIn = (email: string, password: string) =>
  call('/ui/v1/session', { body: { session: { email, password } } })

const entriesOf = (requestId: string | null) =>
  logLines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter((line) => line.request_id === requestId)

test('the log says who signed in, and from where', async () => {
  const { headers, status } = await signIn(person.email, 'a calm river of copper')
  expect(status).toBe(201)
  expect(entriesOf(headers.get('x-request-id'))).toEqual([
    expect.objectContaining({
      level: 'info',
      message: 'signed in',
      proof: 'password',
      user_id: person.id,
      network: 'in-process',
    }),
  ])
})

test('the log names the account of a refused sign-in, and nothing that was typed', async () => {
  const typed = 'not the password at all'
  const known = await signIn(person.email, typed)
  const unknown = await signIn('nobody@example.com', typed)
  expect([known.status, unknown.status]).toEqual([401, 401])
  expect(entriesOf(known.headers.get('x-request-id'))).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: 'sign-in refused',
      reason: 'unauthorized',
      user_id: person.id,
    }),
  ])
  const [ofNobody] = entriesOf(unknown.headers.get('x-request-id'))
  expect(ofNobody).toMatchObject({ message: 'sign-in refused', proof: 'password' })
  expect(ofNobody).not.toHaveProperty('user_id')
  const everything = logLines.join('')
  for (const text of [typed, person.email, 'nobody@example.com', 'copper'])
    expect(everything).not.toContain(text)
})
