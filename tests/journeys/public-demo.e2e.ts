import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { someOf } from '@playhead/testing/how-many.ts'
import { expectAccessible } from './expect-accessible.ts'
import { testWithProgram } from './own-program.ts'

const test = testWithProgram({
  PLAYHEAD_DEMO: '1',
  PLAYHEAD_DEMO_DAYS: '0',
  PLAYHEAD_PUBLIC_DEMO: '1',
})

const refusal = 'This is a demo: nothing is saved here.'

/** Screens of an environment that every member may open. */
const environmentScreens = (
  await readFile(new URL('../../apps/dashboard/addresses.txt', import.meta.url), 'utf8')
)
  .split('\n')
  .flatMap((line) => {
    const [, screen] =
      /^\/organizations\/\$organizationId\/environments\/\$environmentId\/([^$ ]+) (?!→)/.exec(
        line,
      ) ?? []
    return screen && !/\[(admin|staff)\]/.test(line) ? [screen] : []
  })

/** Each question that is no GET, and its answer. */
const listChanges = (page: Page) => {
  const changes: { path: string; status: number; type: unknown }[] = []
  page.on('response', async (response) => {
    if (response.request().method() === 'GET') return
    const body = (await response.json().catch(() => ({}))) as { error?: { type?: unknown } }
    changes.push({
      path: new URL(response.url()).pathname,
      status: response.status(),
      type: body.error?.type,
    })
  })
  return changes
}

const enter = async (page: Page) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/organizations\/[^/]+\/environments$/)
  await page.getByRole('link', { name: 'Production' }).first().click()
  await expect(page).toHaveURL(/\/environments\/[^/]+\/data/)
  return /.+\/environments\/[^/]+\//.exec(page.url())![0]
}

test('DEMO-001 DEMO-002 DEMO-003 DEMO-005 a visitor looks at the screens of the demo without signing in', async ({
  page,
}) => {
  const changes = listChanges(page)
  const base = await enter(page)
  await expect(page.getByRole('button', { name: /Northlight TV/ })).toBeVisible()
  expect(environmentScreens.length).toBeGreaterThan(25)
  for (const screen of someOf('screens-of-visitors', environmentScreens, 6))
    await test.step(screen, async () => {
      await page.goto(`${base}${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await expect(page.getByText('API Request Failed')).toHaveCount(0)
    })
  // A backtest asks with a body and changes nothing.
  expect(changes.filter(({ path }) => !path.endsWith('/backtest'))).toEqual([])
})

test('DEMO-004 DEMO-005 each change is refused in words at its own control, and nothing is kept', async ({
  page,
}) => {
  const changes = listChanges(page)
  const base = await enter(page)
  const expectRefusal = async () => {
    // Once, also where a form says its own failures.
    await expect(page.getByText(refusal)).toHaveCount(1)
    await expect(page.getByText(refusal)).toBeVisible()
  }

  await test.step('a dashboard', async () => {
    await page.goto(`${base}custom-dashboards`)
    await page.getByRole('button', { name: 'Create Dashboard' }).click()
    await expectRefusal()
    await expectAccessible(page, 'a refused change of a demo')
  })
  await test.step('a name', async () => {
    await page.goto(`${base}account/profile`)
    await page.getByLabel('First name').fill('Mallory')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectRefusal()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Visitor')
  })
  await test.step('a video', async () => {
    await page.goto(`${base}video/assets`)
    await page.getByRole('button', { name: 'Create New Asset' }).first().click()
    await expectRefusal()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a live stream', async () => {
    await page.goto(`${base}video/live-streams`)
    await page.getByRole('button', { name: 'Create New Live Stream' }).first().click()
    await expectRefusal()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await expect.poll(() => changes.length).toBeGreaterThan(1)
  for (const change of changes)
    expect(change, change.path).toMatchObject({ status: 403, type: 'demo' })
})
