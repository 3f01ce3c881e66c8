import { expect, test } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { makeWorld, signInByForm } from './world.ts'

// A foreign host name that resolves to this machine, as in DNS rebinding.
test.use({
  launchOptions: aChromiumLaunch('--host-resolver-rules=MAP *.rebound.example 127.0.0.1'),
})

const port = process.env.PLAYHEAD_TEST_PORT
const foreign = `http://www.rebound.example:${port}`

test('a page behind a foreign name gets nothing of the server but a sentence', async ({ page }) => {
  const answer = await page.goto(`${foreign}/login`)
  expect(answer?.status()).toBe(421)
  await expect(page.getByRole('heading', { name: 'Unknown host name' })).toBeVisible()
  await expect(page.getByText('PLAYHEAD_ALLOWED_HOSTS')).toBeVisible()
  const asked = await page.evaluate(async () => {
    const headers = { 'x-requested-with': 'playhead', 'content-type': 'application/json' }
    const answers = await Promise.all([
      fetch('/ui/v1/sign-in-options'),
      fetch('/ui/v1/session', { method: 'POST', headers, body: '{}' }),
      fetch('/openapi.json'),
      fetch('/livez'),
    ])
    return answers.map(({ status }) => status)
  })
  expect(asked).toEqual([421, 421, 421, 200])
})

test('people sign in under every name of loopback', async ({ page }) => {
  const { admin } = await makeWorld()
  await page.goto(`http://production.localhost:${port}/login`)
  await signInByForm(page, admin)
  await expect(page.getByRole('heading', { name: 'Environments', level: 1 })).toBeVisible()
})
