import { afterEach, expect, test } from 'vitest'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import type { Environment } from '@playhead/web-kit/session/session.ts'
import { storeSession } from '@playhead/web-kit/session/session-store.ts'
import { aSession, ids, stopScreens } from '@playhead/web-kit/testing.tsx'
import { startOnboardingNotice } from './onboarding-notice.ts'

const stored: string[] = []
let stop = () => {}

afterEach(async () => {
  stop()
  stored.length = 0
  toasts.clear()
  await stopScreens()
})

const seen = () => toasts.list().map(({ title, type }) => `${type} ${title}`)
const environment = (status: Environment['status'], id: string = ids.environment) => {
  const session = aSession()
  storeSession({ ...session, currentEnvironment: { ...session.currentEnvironment!, id, status } })
}

const watch = () => {
  environment('waiting')
  stop = startOnboardingNotice((status) => stored.push(status))
}

test("SHELL-080 SHELL-081 views processing gives 'Data Received!', integrated 'View Complete!', and both are stored", () => {
  watch()
  environment('views_processing')
  expect(seen()).toEqual(['success Data Received!'])
  environment('integrated')
  expect(seen()).toContain('success View Complete!')
  expect(stored).toEqual(['views_processing', 'integrated'])
})

test('SHELL-080 an environment that was integrated before says nothing when one changes to it', () => {
  watch()
  environment('integrated', ids.otherEnvironment)
  expect(seen()).toEqual([])
  expect(stored).toEqual([])
})
