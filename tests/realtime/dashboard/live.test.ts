// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '@playhead/channel/testing-server.ts'
import { pushOf } from '@playhead/channel/protocol/frame.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { setApiOrigin } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { sessionStore, storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids } from '@playhead/web-kit/testing-session.ts'
import { followOnboarding } from '../../../apps/dashboard/live/follow-onboarding.ts'
import { followSystem } from '../../../apps/dashboard/live/follow-system.ts'
import { startOnboardingNotice } from '../../../apps/dashboard/live/onboarding-notice.ts'

const onboarding = `onboarding:${ids.organization}`
const waiting = { ...aSession().currentEnvironment!, status: 'waiting' as const }

let server: Awaited<ReturnType<typeof startTestServer>>
let properties: object[] = []
let isReadOnly = false
const stops: (() => void)[] = []
const stored: string[] = []

beforeEach(async () => {
  properties = []
  isReadOnly = false
  stored.length = 0
  server = await startTestServer({
    reply: (topic) =>
      topic === 'system' ? { build: 'build-1', read_only: isReadOnly } : { properties },
  })
  setApiOrigin(`http://127.0.0.1:${server.port}`)
  storeSession(aSession({ currentEnvironment: waiting, token: 'ann' }))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  sessionStore.dispatch({ type: 'loggedOut' })
  toasts.clear()
  await server.stop()
  setApiOrigin('')
})

const startPage = async () => {
  stops.push(
    startRealtime(),
    followSystem(),
    startOnboardingNotice((status) => void stored.push(status)),
    followOnboarding(),
  )
  await expect.poll(() => [...server.joined.keys()].toSorted()).toEqual([onboarding, 'system'])
}

const send = (topic: string, event: string, payload: object) =>
  server.joined
    .get(topic)!
    .at(-1)!
    .pushState(event, pushOf(topic, event, payload))

const progress = (status: string, id: string = ids.environment) =>
  send(onboarding, 'property_status_change', { property_id: id, status })

const titles = () => toasts.list().map(({ title }) => title)

test('RTCH-032 build_refresh asks for a refresh of the page, which said what its build is', async () => {
  await startPage()
  expect(server.asked('system')).toEqual({ build: 'build-1' })
  expect(sessionStore.getState().isUpdateRequired).toBe(false)
  send('system', 'build_refresh', { build: 'build-2' })
  await expect.poll(() => sessionStore.getState().isUpdateRequired).toBe(true)
})

test('RTCH-033 read_only sets the read-only mode and ends it, and so does the reply to a join', async () => {
  const session = () => sessionStore.getState().session
  isReadOnly = true
  await startPage()
  await expect.poll(() => session()?.readOnly).toBe(true)
  send('system', 'read_only', { read_only: false })
  await expect.poll(() => session()?.readOnly).toBe(false)
})

test('RTCH-030 SHELL-080 SHELL-081 the current environment’s way to its first view shows as toasts, and is stored', async () => {
  await startPage()
  progress('integrated', ids.otherEnvironment)
  progress('views_processing')
  await expect.poll(titles).toEqual(['Data Received!'])
  expect(sessionStore.getState().session?.currentEnvironment?.status).toBe('views_processing')
  progress('integrated')
  await expect.poll(titles).toContain('View Complete!')
  expect(stored).toEqual(['views_processing', 'integrated'])
})

test('RTCH-030 a change before the topic was joined is shown too', async () => {
  properties = [{ property_id: ids.environment, status: 'integrated' }]
  await startPage()
  await expect.poll(titles).toEqual(['View Complete!'])
})
