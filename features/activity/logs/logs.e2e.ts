import { type APIResponse, expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from '../../../tests/journeys/expect-accessible.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../tests/journeys/world.ts'

/** Each waits for a call to be logged, which takes up to half a second. */
test.describe.configure({ timeout: 420_000 })

const makeToken = async (page: Page, world: World, name: string, permissions: string[]) => {
  const answer = await page.request.post('/ui/v1/access-tokens', {
    headers: {
      'x-requested-with': 'playhead',
      'x-organization-id': world.organization.id,
      'x-environment-id': world.environment.id,
    },
    data: { access_token: { name, permissions, environment_id: world.environment.id } },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { data } = await answer.json()
  return `Basic ${Buffer.from(`${data.id}:${data.private_key ?? data.secret}`).toString('base64')}`
}

/** As the list would read them, past the routes of the page. */
const countCalls = async (page: Page, world: World) => {
  const answer = await page.request.get('/ui/v1/logs', {
    headers: {
      'x-requested-with': 'playhead',
      'x-organization-id': world.organization.id,
      'x-environment-id': world.environment.id,
    },
  })
  return (await answer.json()).data.length as number
}

/** What a script does that runs somewhere else. */
const send = (page: Page, authorization: string) =>
  page.request.post('/video/v1/uploads', {
    headers: { authorization },
    data: { cors_origin: '*', new_asset_settings: { passthrough: 'film-7' } },
  })

test('ACTV-001 ACTV-002 a script whose calls are refused is found in three steps, with the reason and the call', async ({
  page,
}) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  const token = await makeToken(page, world, 'Media library upload', ['video:read'])
  for (let time = 0; time < 2; time += 1) expect((await send(page, token)).status()).toBe(403)

  await page.goto(environmentPath(world, 'video/assets'))
  await page.getByRole('link', { name: 'API Activity' }).click()
  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  await expect(page).toHaveTitle(/^API Activity \| Logs/)
  await expect(async () => {
    await page.reload()
    await expect(
      page.getByText(
        '2 calls of “Media library upload” were refused (403): This access token does not have the permission video:write.',
      ),
    ).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectAccessible(page, 'the log of calls with refused ones')
  await page
    .getByRole('row', { name: /POST \/video\/v1\/uploads/ })
    .first()
    .getByRole('link')
    .click()

  await expect(
    page.getByRole('heading', { level: 1, name: 'POST /video/v1/uploads' }),
  ).toBeVisible()
  await expect(page.getByText('Not kept: the call had no body')).toBeVisible()
  await expect(page.getByLabel('Answer body', { exact: true })).toContainText('"forbidden"')
  await expect(page.getByLabel('curl', { exact: true })).toContainText('/video/v1/uploads')
  await expectAccessible(page, 'a refused call')
})

if (isLongRun())
  test('ACTV-003 ACTV-007 what a script does waits above the list of events and leads to its call', async ({
    page,
  }) => {
    const world = await makeWorld()
    await signIn(page, world.admin)
    const token = await makeToken(page, world, 'Uploader', ['video:write'])
    const joined = new Promise<void>((resolve) =>
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (/activity:.*phx_reply/.test(String(payload))) resolve()
        }),
      ),
    )
    await page.goto(environmentPath(world, 'activity/events'))
    await expect(page.getByText('No events yet')).toBeVisible()
    await joined
    const created = await send(page, token)
    expect(created.status()).toBe(201)
    const { data } = await created.json()
    await expect(page.getByText('1 new event')).toBeVisible()
    await expect(page.getByText('No events yet')).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'video.upload.created' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'video.upload.created' }),
    ).toBeVisible()
    await expect(page.getByLabel('JSON', { exact: true })).toContainText(data.id)
    await expect(page.getByText('Not sent to any webhook')).toBeVisible()
    await expectAccessible(page, 'an event')

    await page.getByRole('link', { name: /^Call / }).click()
    await page
      .getByRole('row', { name: /POST \/video\/v1\/uploads/ })
      .getByRole('link')
      .click()
    await expect(page.getByLabel('Request body', { exact: true })).toContainText('film-7')
    // The address of the upload holds a secret.
    const answer = page.getByLabel('Answer body', { exact: true })
    await expect(answer).toContainText('"url": "•••"')
    await expect(answer).not.toContainText(new URL(data.url).pathname.split('/').at(-1)!)
    await expect(page.getByRole('link', { name: 'video.upload.created' })).toBeVisible()
  })

test('ACTV-005 ACTV-007 RTCH-029 new calls wait above the logs as they arrive over the socket, without polling', async ({
  page,
}) => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  const token = await makeToken(page, world, 'Uploader', ['video:read'])
  await page.clock.install()
  const watched = new Promise<void>((resolve) =>
    page.on('websocket', (socket) => {
      let reference: unknown
      socket.on('framesent', ({ payload }) => {
        const [, ref, topic, event, sent] = JSON.parse(String(payload))
        if (!topic.startsWith('activity:')) return
        if ((sent.watch ?? sent.items ?? []).includes('new_log')) reference = ref
        if (event === 'phx_leave') reference = undefined
      })
      socket.on('framereceived', ({ payload }) => {
        const [, ref, , event] = JSON.parse(String(payload))
        if (event === 'phx_reply' && ref === reference) resolve()
      })
    }),
  )
  await page.goto(environmentPath(world, 'activity/logs'))
  await expect(page.getByText('No calls yet')).toBeVisible()
  await watched
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/ui/v1/logs') asked.push(request.url())
  })
  // Later than a list without a socket would ask again.
  await page.clock.fastForward(6000)
  expect((await send(page, token)).status()).toBe(403)
  await expect(page.getByText('1 new call')).toBeVisible()
  expect(asked).toEqual([])
  await expect(page.getByText('No calls yet')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row', { name: /POST \/video\/v1\/uploads/ })).toHaveCount(1)
})

if (isLongRun())
  test('RTCH-029 ACTV-007 a list of calls that loses its socket asks over HTTP, and has each call once when it is back', async ({
    page,
  }) => {
    const world = await makeWorld()
    await signIn(page, world.admin)
    const token = await makeToken(page, world, 'Uploader', ['video:read'])
    const refuse = async () => expect((await send(page, token)).status()).toBe(403)
    let hasSocket = true
    let isBehind = false
    let lastList: APIResponse | undefined
    let open: WebSocketRoute | undefined
    await page.routeWebSocket(/\/socket\/websocket/, (socket) => {
      if (!hasSocket) return socket.close({ code: 4000 })
      open = socket
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (/"activity:[^"]*","phx_reply"/.test(String(message))) isBehind = false
        socket.send(message)
      })
    })
    // The lists from before two calls, so that only what is read after the join has them.
    await page.route(
      ({ pathname }) => pathname === '/ui/v1/logs',
      async (route) => {
        if (!isBehind || !lastList) lastList = await route.fetch()
        await route.fulfill({ response: lastList })
      },
    )
    await page.goto(environmentPath(world, 'activity/logs'))
    await expect(page.getByText('No calls yet')).toBeVisible()
    await refuse()
    await expect(page.getByText('1 new call')).toBeVisible()

    hasSocket = false
    await open!.close({ code: 4000 })
    await refuse()
    await expect(page.getByText('2 new calls')).toBeVisible({ timeout: 20_000 })

    isBehind = true
    await refuse()
    await refuse()
    await expect.poll(() => countCalls(page, world)).toBe(4)
    hasSocket = true
    await expect(page.getByText('4 new calls')).toBeVisible({ timeout: 40_000 })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('row', { name: /POST \/video\/v1\/uploads/ })).toHaveCount(4)
    await expect(page.getByText(/new call/)).toHaveCount(0)
    // The page may be asking for its list again when the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
