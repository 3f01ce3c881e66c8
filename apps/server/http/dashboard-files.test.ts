import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { dashboardFiles, playerFiles } from './dashboard-files.ts'
import { securityHeaders } from './security-headers.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'playhead-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const write = async (name: string, content: string) => {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), content)
}
await write('dashboard/index.html', 'the dashboard')
await write('dashboard/assets/main-abc.js', 'main')
await write('player/player/player.js', 'player')

const server = new Hono()
server.use(securityHeaders(readSettings({})))
server.get('/open', () => new Response('', { headers: { 'content-security-policy': 'sandbox' } }))
server.use(playerFiles(join(folder, 'player')))
server.use(dashboardFiles(join(folder, 'dashboard')))

const ask = async (path: string, host = 'video.example.com:8443') => {
  const answer = await server.request(path, { headers: { host } })
  return { text: await answer.text(), header: (name: string) => answer.headers.get(name) }
}

test('files named by their content, or asked for with the build, are kept; the others are looked up again', async () => {
  const kept = 'public, max-age=31536000, immutable'
  const main = await ask('/assets/main-abc.js')
  expect([main.text, main.header('cache-control')]).toEqual(['main', kept])
  const player = await ask('/player/player.js?v=1234')
  expect([player.text, player.header('cache-control')]).toEqual(['player', kept])
  expect((await ask('/player/player.js')).header('cache-control')).toBe('no-cache')
  const page = await ask('/organizations')
  expect([page.text, page.header('cache-control')]).toEqual(['the dashboard', 'no-cache'])
})

test('pages of the dashboard refuse frames; a page with another policy keeps it', async () => {
  const page = await ask('/organizations')
  expect(page.header('x-frame-options')).toBe('DENY')
  expect(page.header('content-security-policy')).toContain("frame-ancestors 'none'")
  const open = await ask('/open')
  expect(open.header('x-frame-options')).toBeNull()
  expect(open.header('content-security-policy')).toBe('sandbox')
  expect(open.header('x-content-type-options')).toBe('nosniff')
})

test('pages may open WebSockets of their own host, and nothing else', async () => {
  const connect = async (host?: string) =>
    (await ask('/organizations', host))
      .header('content-security-policy')
      ?.split('; ')
      .find((part) => part.startsWith('connect-src'))
  expect(await connect()).toBe(
    "connect-src 'self' ws://video.example.com:8443 wss://video.example.com:8443",
  )
  expect(await connect('[::1]:4000')).toBe("connect-src 'self'")
  expect(await connect("a; script-src 'unsafe-inline'")).toBe("connect-src 'self'")
})
