import { expect, test } from 'vitest'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { startTestApp } from '@playhead/testing/test-app.ts'

const host = 'demo.example.com'
const optionsWith = async (settings: Record<string, string>) => {
  const { call } = await startTestApp([signInServer], { settings })
  return async (at: string) =>
    (await call('/ui/v1/sign-in-options', { headers: { host: at } })).body.data
}

test('DEMO-001 a public demo has the marketing texts and a session for visitors, at its own host alone', async () => {
  const optionsAt = await optionsWith({ PLAYHEAD_DEMO_HOST: host })
  expect(await optionsAt(host)).toMatchObject({ marketing: true, has_session: true })
  expect(await optionsAt('video.example.com')).toMatchObject({
    marketing: false,
    has_session: false,
  })
})

test('where they are switched on, every host has the marketing texts', async () => {
  const optionsAt = await optionsWith({ PLAYHEAD_DEMO_HOST: host, PLAYHEAD_MARKETING: '1' })
  expect(await optionsAt('video.example.com')).toMatchObject({
    marketing: true,
    has_session: false,
  })
})
