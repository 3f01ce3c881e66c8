import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { testWithProgram } from './own-program.ts'
import { addPerson, environmentPath, makeWorld, type Person, signIn, type World } from './world.ts'

// A separate program, because its server is stopped in between. It refuses the address of the input at once.
const test = testWithProgram({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '0' })
test.describe.configure({ mode: 'default', timeout: 420_000 })

/** Fails soon, and until then it is an asset like others. */
const input = [{ url: 'http://127.0.0.1:9/none.mp4' }]

const headers = ({ organization, environment }: World) => ({
  'x-requested-with': 'playhead',
  'x-organization-id': organization.id,
  'x-environment-id': environment.id,
})

const createAsset = async (request: APIRequestContext, world: World, title: string) => {
  const created = await request.post('/video/v1/assets', {
    headers: headers(world),
    data: { input, meta: { title } },
  })
  expect(created.status(), await created.text()).toBe(201)
  return ((await created.json()) as { data: { id: string } }).data.id
}

const rename = async (request: APIRequestContext, world: World, id: string, title: string) => {
  const renamed = await request.patch(`/video/v1/assets/${id}`, {
    headers: headers(world),
    data: { meta: { title } },
  })
  expect(renamed.status(), await renamed.text()).toBe(200)
}

/** What a page asks for, and what arrives over its sockets. */
const watch = (page: Page) => {
  const asked: string[] = []
  const received: string[] = []
  const sockets: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()).pathname)
    socket.on('framereceived', ({ payload }) => received.push(String(payload)))
  })
  const joins = (topic: string) =>
    received.filter((frame) => frame.includes(`"${topic}`) && frame.includes('"status":"ok"'))
      .length
  return { asked, received, sockets, joins }
}

const openAssets = async (browser: Browser, baseURL: string, world: World, person: Person) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const seen = watch(page)
  await signIn(page, person)
  await page.goto(environmentPath(world, 'video/assets'))
  await expect.poll(() => seen.joins('activity:')).toBe(1)
  return { page, seen, request: page.request }
}

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title })

test('RTCH-019 RTCH-034 two browsers see the change of an asset without asking, also what happened while the server was away', async ({
  browser,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  const other = await addPerson(world.organization.id, {
    isAdmin: true,
    command: program.command,
  })
  const first = await openAssets(browser, program.url, world, world.admin)
  const second = await openAssets(browser, program.url, world, other)
  const id = await createAsset(first.request, world, 'Harbour at dawn')
  for (const { page } of [first, second]) {
    await expect(rowOf(page, 'Harbour at dawn')).toBeVisible()
    await expect(rowOf(page, 'Harbour at dawn')).toContainText('Errored')
  }

  // The list is asked for while an asset is in preparation; from here on it is not.
  for (const { seen } of [first, second]) seen.asked.length = 0
  await rename(first.request, world, id, 'Harbour at noon')
  for (const { page } of [first, second]) await expect(rowOf(page, 'Harbour at noon')).toBeVisible()
  for (const { seen } of [first, second]) {
    expect(seen.asked.filter((path) => /\/(assets|events|feed)$/.test(path))).toEqual([])
    expect(seen.sockets).toEqual(['/socket/websocket'])
  }

  // Only the second browser is cut off while something happens.
  const joined = second.seen.joins('activity:')
  await second.page.context().setOffline(true)
  await program.kill()
  await program.start()
  await signIn(first.page, world.admin)
  await rename(first.request, world, id, 'Harbour at night')
  await second.page.context().setOffline(false)
  for (const { page } of [first, second])
    await expect(rowOf(page, 'Harbour at night')).toBeVisible()
  await expect.poll(() => second.seen.joins('activity:')).toBeGreaterThan(joined)
  for (const { seen } of [first, second])
    expect(new Set(seen.sockets)).toEqual(new Set(['/socket/websocket']))
})

test('RTCH-031 RTCH-033 read-only mode shows when it begins and goes when it ends; a planned stop asks pages to wait', async ({
  browser,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  const staff = await addPerson(world.organization.id, {
    isAdmin: true,
    isInternal: true,
    command: program.command,
  })
  const { page, seen, request } = await openAssets(browser, program.url, world, staff)
  const setReadOnly = async (readOnly: boolean) => {
    const set = await request.put('/ui/v1/operator/read-only', {
      headers: headers(world),
      data: { read_only: readOnly },
    })
    expect(set.status(), await set.text()).toBe(200)
  }
  const banner = page.getByText("The API is in read-only mode. Changes can't be saved right now.")
  await expect.poll(() => seen.joins('system')).toBe(1)
  seen.asked.length = 0
  await setReadOnly(true)
  await expect(banner).toBeVisible()
  await setReadOnly(false)
  await expect(banner).toHaveCount(0)
  expect(seen.asked.filter((path) => path === '/ui/v1/session')).toEqual([])

  await program.stop()
  try {
    await expect
      .poll(() => seen.received.filter((frame) => frame.includes('reconnect_after')))
      .toHaveLength(1)
  } finally {
    await program.start()
  }
  await expect.poll(() => seen.joins('system')).toBe(2)
})
