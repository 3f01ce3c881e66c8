import { chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { findChromium } from '../../tools/setup/system-tools.mjs'
import { makePerson } from '../make-person.mjs'
import { measurePage, median } from './measure-page.mjs'
import { runServer } from '../run-server.mjs'

register()

/** Title, URL and the heading of the screen. */
const screens = [
  ['Overview', 'data', 'Data Overview'],
  ['Metrics', 'metrics', 'Metrics'],
  ['Compare', 'compare', 'Compare'],
  ['Engagement', 'engagement', 'Engagement'],
  ['Custom dashboards', 'custom-dashboards', 'Dashboards'],
  ['Views', 'views', 'Views'],
  ['Errors', 'errors', 'Errors'],
]
/** Selections on the metrics screen, in order. */
const switches = [
  ['another metric', 'metric=playback_failure_percentage'],
  ['another breakdown', 'metric=playback_failure_percentage&breakdown=country'],
  ['another timeframe', 'metric=playback_failure_percentage&breakdown=country&timeframe[]=6:hours'],
]
const hoverMoves = 200

/** A browser that has cached nothing, with the session of a person. */
export const signedIn = async (browser, origin, { email, password }) => {
  const context = await browser.newContext()
  const answer = await context.request.post(`${origin}/ui/v1/session`, {
    headers: { 'x-requested-with': 'playhead' },
    data: { session: { email, password } },
  })
  if (answer.status() !== 201) throw new Error(`The sign-in was refused: ${await answer.text()}`)
  return context
}

/** The program of a checkout with generated views, and a browser to visit it as a signed-in member. */
export const openData = async (root, views) => {
  const { connect } = await import(path.join(root, 'packages/clickhouse/client.ts'))
  const { startClickHouse } = await import(path.join(root, 'packages/clickhouse/launcher.ts'))
  const { generateViews } = await import(path.join(root, 'bench/query/generate-views.sql.ts'))
  const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
  const dataFolder = path.join(folder, 'data')
  const engine = await startClickHouse({
    dataFolder: path.join(folder, 'clickhouse'),
    log: () => undefined,
  })
  const clickhouse = connect(engine.url, { maximumQuerySeconds: 3_600, maximumQueryBytes: 4e9 })
  const server = await runServer(['build/server/main.js'], {
    cwd: root,
    dataFolder,
    env: { CLICKHOUSE_URL: engine.url, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api' },
  })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const person = await makePerson(root, dataFolder)
  const { environment, organization } = person
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await generateViews(clickhouse, { environmentId: environment.id, count: views, days: 30, until })
  return {
    visit: () => signedIn(browser, server.origin, person),
    base: `${server.origin}/organizations/${organization.id}/environments/${environment.id}`,
    close: async () => {
      await browser.close()
      await server.stop()
      await clickhouse.close()
      await engine.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Milliseconds of each selection on the metrics screen, by a visitor whose browser has cached nothing. */
export const visitMetrics = async ({ visit, base }, round) => {
  const context = await visit()
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  const url = `${base}/metrics`
  // Another range each round, so that no response is cached.
  const cold = () => open(page, `${url}?timeframe[]=${1_440 + round}:minutes`)
  const times = [['chart and table filled, cold', await timeOf(cold)]]
  const hover = await hoverTime(page)
  for (const [what, search] of switches)
    times.push([what, await timeOf(() => change(page, `${new URL(url).pathname}?${search}`))])
  await context.close()
  return { times, hover }
}

/** Measures the data screens of a signed-in member in a real browser, over generated views. */
export const measureData = async ({ root, dashboard, views, rounds }) => {
  const data = await openData(root, views)
  try {
    const rows = []
    for (const [title, address, heading] of screens)
      rows.push(...(await measureScreen(data.visit, `${data.base}/${address}`, title, heading)))
    return [...rows, ...(await measureMetrics())]
  } finally {
    await data.close()
  }

  async function measureScreen(visit, url, title, heading) {
    const measured = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await visit()
      const ready = (page) =>
        page.locator('main').getByRole('heading', { name: heading, exact: true }).first()
      measured.push(await measurePage(context, url, { dashboard, ready }))
      await context.close()
    }
    const { allGzipBytes, files } = measured.at(-1)
    const shift = Math.max(...measured.map((round) => round.shift))
    return [
      [`${title}: script, gzip, all`, `${(allGzipBytes / 1000).toFixed(1)} kB in ${files} files`],
      [`${title}: layout shift, worst`, `${shift.toFixed(3)} of 0.02`],
    ]
  }

  async function measureMetrics() {
    const visits = []
    for (let round = 0; round < rounds; round += 1) visits.push(await visitMetrics(data, round))
    return [
      ...visits[0].times.map(([what], index) => [
        `Metrics: ${what}`,
        `${Math.round(median(visits.map(({ times }) => times[index][1])))} ms of ${index === 0 ? 1500 : 400}`,
      ]),
      [
        'Metrics: a move over the chart',
        `${median(visits.map(({ hover }) => hover)).toFixed(2)} ms of 4`,
      ],
    ]
  }
}

async function timeOf(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Runs in the page: waits until the chart and the table show the responses. */
function waitUntilFilled() {
  const has = (selector) => document.querySelector(`main ${selector}`) !== null
  return new Promise((resolve) => {
    const look = () =>
      has('.ph-chart-line[d^="M"]') && has('table tbody td') && !has('[aria-busy="true"]')
        ? resolve()
        : requestAnimationFrame(look)
    requestAnimationFrame(() => requestAnimationFrame(look))
  })
}

async function open(page, url) {
  await page.goto(url, { waitUntil: 'commit' })
  await page.evaluate(waitUntilFilled)
}

/** Navigates as a link within the screen does: the URL changes without a page load. */
async function change(page, address) {
  await page.evaluate((to) => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  await page.evaluate(waitUntilFilled)
}

/** Script and layout time of one pointer move over the chart. */
async function hoverTime(page) {
  const box = await page.locator('main .ph-chart-line').first().boundingBox()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const value = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return value('TaskDuration') * 1_000
  }
  const before = await busy()
  for (let move = 0; move < hoverMoves; move += 1)
    await page.mouse.move(box.x + (box.width * move) / hoverMoves, box.y + box.height / 2)
  return ((await busy()) - before) / hoverMoves
}
