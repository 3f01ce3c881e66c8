import { expect, type Page } from '@playwright/test'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from './expect-accessible.ts'
import { type OwnProgram, testWithProgram } from './own-program.ts'
import { environmentPath, makeWorld, signIn, type World } from './world.ts'

// A separate program, because its server is stopped in between.
const test = testWithProgram()
test.describe.configure({ mode: 'default', timeout: 420_000 })

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const pill = (page: Page, text: string | RegExp) => page.locator('header').getByText(text)

/** Real beacons of viewers who do not exist, until the server stops. */
const sendAudience = async (program: OwnProgram, world: World) => {
  const made = await program.command('token create', {
    environment: world.environment.id,
    permissions: 'data:read',
  })
  const options = {
    to: program.url,
    environment_key: String(made['environment_key']),
    viewers: '12',
    seed: 'wall',
    duration: '20m',
  }
  // It responds when the audience has gone, which is after the test.
  program.command('simulate', options).catch(() => undefined)
}

interface Sent {
  topic: string
  event: string
  payload: { type?: string; filters?: string[] }
}

/** What the page sends to the topic of its environment. */
const listenTo = (page: Page, { environment }: World) => {
  const sent: Sent[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload: text }) => {
      const [, , topic, event, payload] = JSON.parse(String(text)) as [
        unknown,
        unknown,
        string,
        string,
        Sent['payload'],
      ]
      if (topic === `monitoring:${environment.id}`) sent.push({ topic, event, payload })
    }),
  )
  return {
    /** Each once: without viewers the cards go, and come again with them. */
    typesOf: (event: string) =>
      [
        ...new Set(sent.flatMap((one) => (one.event === event ? (one.payload.type ?? []) : []))),
      ].toSorted(),
    events: () => sent.map(({ event }) => event),
    forget: () => void sent.splice(0),
  }
}

const overviewTypes = [
  'concurrent_viewers_by_country',
  'histogram_time_series_startup_time',
  'time_series',
  'top_concurrent_video_title',
]
/** MONI-021 */
const breakdownTypes = [
  'asn',
  'cdn',
  'country',
  'operating_system',
  'platform',
  'player_name',
  'region',
  'stream_type',
  'sub_property_id',
  'video_id',
  'video_series',
  'video_title',
  'view_has_ad',
].map((dimension) => `breakdown_${dimension}`)

const viewersOf = async (page: Page) => {
  const text = await card(page, 'Concurrent viewers').locator('p').first().textContent()
  return Number(/^[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? 0)
}

test('MONI-001 MONI-008 MONI-010 MONI-011 RTCH-038 RTCH-040 viewers show within seconds, time can be held and moved, and a restarted server is found again', async ({
  page,
  program,
}) => {
  const world = await makeWorld({ command: program.command })
  const listened = listenTo(page, world)
  await signIn(page, world.admin)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(environmentPath(world, 'monitoring'))
  await expect(page.getByText('Nobody is watching right now.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Integrate a player SDK' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, 'monitoring without viewers', { isDark: true })

  await sendAudience(program, world)
  await expect.poll(() => viewersOf(page), { timeout: 60_000 }).toBeGreaterThan(3)
  await expect(pill(page, 'Live')).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Top titles' }).getByRole('listitem'),
  ).not.toHaveCount(0)
  await expect(
    page.getByRole('table', { name: 'Viewers by country' }).getByRole('row'),
  ).not.toHaveCount(1)
  await expectAccessible(page, 'monitoring with viewers', { isDark: true })

  await test.step('pause, step back, return to live', async () => {
    await expect.poll(() => listened.typesOf('subscribe')).toEqual(overviewTypes)
    listened.forget()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(pill(page, 'Paused')).toBeVisible()
    await expect.poll(() => listened.typesOf('unsubscribe')).toEqual(overviewTypes)
    await expect.poll(() => listened.events()).toContain('phx_leave')
    await expect(page).toHaveURL(/[?&]timestamp=\d+$/)
    const held = new URL(page.url()).searchParams.get('timestamp')
    await page.getByRole('button', { name: '10 minutes back' }).click()
    const timeOf = (name: string) => Number(new URL(page.url()).searchParams.get(name))
    await expect.poll(() => timeOf('timestamp')).toBe(Number(held) - 600)
    expect(timeOf('timestamp') - timeOf('start')).toBe(1_795)
    await expect(page.getByText('Nobody was watching at this time.')).toBeVisible()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect(page).toHaveURL(/\/monitoring$/)
    await expect.poll(() => viewersOf(page), { timeout: 60_000 }).toBeGreaterThan(3)
  })

  await test.step('the server goes away and comes back, and the page is never loaded again', async () => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await program.stop()
    await expect(pill(page, /Reconnecting · data of \d+ s ago/)).toBeVisible({ timeout: 60_000 })
    expect(await viewersOf(page)).toBeGreaterThan(3)
    await program.start()
    await sendAudience(program, world)
    await expect(pill(page, 'Live')).toBeVisible({ timeout: 60_000 })
    await expect
      .poll(
        async () => {
          const chart = page.getByRole('slider', { name: 'Concurrent viewers over half an hour' })
          await chart.focus()
          await page.keyboard.press('End')
          return await chart.getAttribute('aria-valuetext')
        },
        { timeout: 60_000 },
      )
      .toMatch(/: ([4-9]|\d\d+)$/)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
})

if (isLongRun())
  test('MONI-003 MONI-004 MONI-021 a card leads to its page, where every dimension is broken down, and fills a wall', async ({
    page,
    program,
  }) => {
    const world = await makeWorld({ command: program.command })
    const listened = listenTo(page, world)
    await signIn(page, world.admin)
    await sendAudience(program, world)
    await page.goto(environmentPath(world, 'monitoring'))
    await card(page, 'Average bitrate').getByRole('link', { name: 'Average bitrate' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Average bitrate' })).toBeVisible()
    const countries = card(page, 'Country')
    await expect(countries.getByRole('row')).toHaveCount(6, { timeout: 60_000 })
    await expect
      .poll(() => listened.typesOf('subscribe').filter((type) => type.startsWith('breakdown')))
      .toEqual(breakdownTypes)
    await expectAccessible(page, 'a metric of monitoring', { isDark: true })

    await countries.getByRole('button', { name: /^All \d+ of Country$/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Country' })
    await expect(drawer.getByRole('row').nth(6)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)

    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect(page).toHaveURL(/\?wall=1$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.locator('#main').getByText('Production', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })
