import { expect, type Page } from '@playwright/test'
import { testWithProgram } from './own-program.ts'
import { bodyOf, startServer } from './stand-in.ts'
import { makeWorld } from './world.ts'

const script = `
window.grecaptcha = {
  ready: (callback) => callback(),
  execute: (key, { action }) => Promise.resolve(['token', key, action].join('-')),
}`

interface Host {
  url: string
  isUp: boolean
  askedCount: number
}

/** A host of the captcha script; while down it drops every connection, as a blocker does. */
const startHost = async (): Promise<Host> => {
  const host: Host = { url: '', isUp: true, askedCount: 0 }
  const { url, server } = await startServer((request, response) => {
    host.askedCount += 1
    if (!host.isUp) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
    response.end(script)
  })
  server.unref()
  return Object.assign(host, { url })
}

interface Verified {
  secret: string | null
  response: string | null
}

const hosts: Host[] = []
const verified: Verified[] = []

const test = testWithProgram(async () => {
  hosts.push(await startHost(), await startHost())
  const verifier = await startServer(async (request, response) => {
    const form = await bodyOf(request)
    const token = form.get('response')
    verified.push({ secret: form.get('secret'), response: token })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: token?.startsWith('token-site-key-') === true }))
  })
  verifier.server.unref()
  return {
    PLAYHEAD_DEMO: '1',
    PLAYHEAD_DEMO_DAYS: '0',
    PLAYHEAD_CAPTCHA_KEY: 'site-key',
    PLAYHEAD_CAPTCHA_SECRET: 'server-secret',
    PLAYHEAD_CAPTCHA_SCRIPTS: hosts.map(({ url }) => `${url}/api.js`).join(','),
    PLAYHEAD_CAPTCHA_VERIFY_URL: `${verifier.url}/siteverify`,
  }
})
test.describe.configure({ mode: 'default', timeout: 420_000 })

const failureText =
  'An unknown error has occurred. Try disabling ad blockers and refreshing the page. If symptoms persist, please contact us.'

test.beforeEach(() => {
  verified.length = 0
  for (const host of hosts) Object.assign(host, { isUp: true, askedCount: 0 })
})

const fillIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('AUTH-023 signing in carries the token, and the server has it checked', async ({
  page,
  program,
}) => {
  const { admin } = await makeWorld({ command: program.command })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.goto('/login')
  await fillIn(page, admin.email, admin.password)
  expect((await sent).headers()['x-captcha-token']).toBe('token-site-key-login')
  await expect(page).toHaveURL(/\/organizations\//)
  expect(verified).toEqual([{ secret: 'server-secret', response: 'token-site-key-login' }])
  expect(hosts.map(({ askedCount }) => askedCount)).toEqual([1, 0])
})

test('AUTH-023 AUTH-012 without a token that the captcha service accepts no one is signed in', async ({
  page,
  program,
}) => {
  const { admin } = await makeWorld({ command: program.command })
  for (const token of [undefined, 'forged']) {
    const answer = await page.request.post('/ui/v1/session', {
      headers: { 'x-requested-with': 'playhead', ...(token && { 'x-captcha-token': token }) },
      data: { session: { email: admin.email, password: admin.password } },
    })
    expect(answer.status(), await answer.text()).toBe(400)
  }
  expect(verified.map(({ response }) => response)).toEqual(['forged'])
})

test('AUTH-025 when the first host is down, the script of the second one is used', async ({
  page,
  program,
}) => {
  const { admin } = await makeWorld({ command: program.command })
  hosts[0]!.isUp = false
  await page.goto('/login')
  await fillIn(page, admin.email, admin.password)
  await expect(page).toHaveURL(/\/organizations\//)
  expect(hosts[0]!.askedCount).toBeGreaterThan(0)
  expect(hosts[1]!.askedCount).toBe(1)
  expect(verified).toHaveLength(1)
})

test('AUTH-026 when both hosts are down the page says so and sends nothing; once one is back it works', async ({
  page,
  program,
}) => {
  const { admin } = await makeWorld({ command: program.command })
  for (const host of hosts) host.isUp = false
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url())
  })
  await page.goto('/login')
  await expect(page.getByText(failureText)).toBeVisible()
  await fillIn(page, admin.email, admin.password)
  await expect(page.getByText(failureText)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  expect(posted).toEqual([])
  hosts[1]!.isUp = true
  await page.reload()
  await fillIn(page, admin.email, admin.password)
  await expect(page).toHaveURL(/\/organizations\//)
})

test('the content policy allows scripts of these two hosts only', async ({ page }) => {
  const stranger = await startServer((_, response) => response.end('window.wasRun = true'))
  const answer = await page.goto('/login')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const [first, second] = hosts.map(({ url }) => url)
  expect(policy.split('; ')).toContain(`script-src 'self' ${first} ${second}`)
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  const blocked = await page.evaluate(
    (src) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
          resolve(blockedURI),
        )
        document.head.append(Object.assign(document.createElement('script'), { src }))
      }),
    `${stranger.url}/evil.js`,
  )
  expect(blocked).toContain(stranger.url)
  expect(await page.evaluate(() => 'wasRun' in globalThis)).toBe(false)
  await stranger.stop()
})
