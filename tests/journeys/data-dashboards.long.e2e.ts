import { expect, type Locator, type Page, test } from '@playwright/test'
import { viewLines } from './data-known-rows.ts'
import { call } from './data-places.ts'
import { expectQuiet } from './data-screens.ts'
import { loadViews } from './data-world.ts'
import { expectAccessible } from './expect-accessible.ts'
import { environmentPath, makeWorld, signIn } from './world.ts'

interface Stored {
  display_name: string
  dashboard_contents: {
    widgets: Record<string, { display_name: string; type: string; position: object }>
  }
}

/** Twelve views in Germany with Chrome, eight in the United States with Safari. */
const rows = [
  ...Array.from({ length: 12 }, () => ({ country: 'DE', browser: 'Chrome' })),
  ...Array.from({ length: 8 }, () => ({ country: 'US', browser: 'Safari' })),
]

async function choose(page: Page, drawer: Locator, choice: RegExp, wanted: string) {
  await drawer.getByRole('button', { name: choice }).click()
  await page.getByRole('option', { name: wanted, exact: true }).click()
}

/** Creates a component in the open drawer. */
async function create(
  page: Page,
  component: { type: string; name: string; dimension?: string; size?: string },
) {
  const drawer = page.getByRole('dialog', { name: 'Create Component' })
  await drawer.getByRole('radio', { name: component.type, exact: true }).check()
  await drawer.getByRole('textbox', { name: /^Name/ }).fill(component.name)
  await choose(page, drawer, /^Metric: /, 'Views')
  if (component.dimension) await choose(page, drawer, /^Dimension: /, component.dimension)
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(drawer).toBeHidden()
}

test('DASH-001 DASH-006 DASH-008 DASH-012 DASH-014 DASH-017 a dashboard is made, filled, arranged with keys, kept, copied and deleted', async ({
  page,
}) => {
  const world = await makeWorld()
  await loadViews(world, viewLines(rows))
  await signIn(page, world.admin)
  const troubles = expectQuiet(page)
  const main = page.getByRole('main')
  const title = page.getByRole('heading', { level: 1 })
  const part = (name: string) => main.getByRole('region', { name, exact: true })
  const add = page.getByRole('button', { name: 'Add component' })
  const links = page.getByRole('navigation', { name: 'Custom dashboards' }).getByRole('link')
  const stored = async () => {
    const { data } = await call(page, world, '/ui/v1/custom-dashboards')
    return data as Stored[]
  }

  await test.step('there is none until one is made', async () => {
    await page.goto(environmentPath(world, 'custom-dashboards'))
    await expect(page.getByText('No custom dashboards yet')).toBeVisible()
    await main.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(title).toHaveText('New Dashboard')
    await expect(page).toHaveURL(/custom-dashboards\/[0-9a-f-]{36}/)
    await page.getByRole('button', { name: 'New Dashboard' }).click()
    await page.getByRole('textbox', { name: 'Name of the dashboard' }).fill('Playback')
    await page.keyboard.press('Enter')
    await expect(links).toHaveText(['Playback'])
  })

  await test.step('a component needs a type and a name', async () => {
    await add.click()
    const drawer = page.getByRole('dialog', { name: 'Create Component' })
    await drawer.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(drawer.getByText('Choose a type', { exact: true })).toBeVisible()
    await expect(drawer.getByText('Enter a name')).toBeVisible()
    await expectAccessible(page, 'the drawer of a new component')
  })

  await test.step('all four types show what is known', async () => {
    await create(page, { type: 'Number', name: 'How many' })
    await expect(part('How many')).toContainText('20')
    for (const component of [
      { type: 'Chart over time', name: 'Over the day' },
      { type: 'List', name: 'Where', dimension: 'Country' },
      { type: 'Bars', name: 'With what', dimension: 'Browser' },
    ]) {
      await add.first().click()
      await create(page, component)
    }
    await expect(part('Over the day').getByRole('slider', { name: 'Views' })).toBeVisible()
    await expect(part('Where').getByRole('row', { name: /Germany/ })).toContainText('12')
    await expect(part('Where').getByRole('row', { name: /United States/ })).toContainText('8')
    await expect(part('With what').getByRole('listitem').first()).toContainText(/Chrome.*12/)
    await expect(part('With what').getByRole('listitem').last()).toContainText(/Safari.*8/)
  })

  await test.step('a component is moved and pulled larger with keys alone', async () => {
    const handle = main.getByRole('button', { name: 'Move With what', exact: true })
    const said = main.locator('output[aria-live="assertive"]')
    await handle.focus()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    await expect(said).toHaveText(
      'With what dropped at row 2, column 4, 3 columns wide, 2 rows high.',
    )
    await expect(handle).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await expect(said).toHaveText('With what is back where it was.')
  })

  await test.step('saved, it is the same for whoever opens it', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await page.reload()
    await expect(title).toHaveText('Playback')
    await expect(part('How many')).toContainText('20')
    await expect(part('With what').getByRole('listitem').first()).toContainText('Chrome')
    const [right, below] = await Promise.all([
      part('Where').boundingBox(),
      part('With what').boundingBox(),
    ])
    expect(Math.abs(below!.x - right!.x)).toBeLessThanOrEqual(1)
    expect(below!.y).toBeGreaterThan(right!.y + right!.height)
    expect(below!.height).toBeGreaterThan(2 * right!.height)
    const [kept] = await stored()
    const places = Object.values(kept!.dashboard_contents.widgets).map(
      ({ display_name, type, position }) => [display_name, type, position],
    )
    expect(places).toContainEqual([
      'With what',
      'bars',
      { row: 1, column: 3, row_span: 2, column_span: 3 },
    ])
    expect(places).toHaveLength(4)
  })

  await test.step('a filter of the dashboard counts for all of its components', async () => {
    await part('Where').getByRole('button', { name: 'Germany', exact: true }).click()
    await expect(part('How many')).toContainText('12')
    await expect(page).toHaveURL(/filters/)
    await page.goBack()
    await expect(part('How many')).toContainText('20')
  })

  await test.step('a copy is another dashboard', async () => {
    const original = page.url()
    await page.getByRole('button', { name: 'More for this dashboard' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(title).toHaveText('Playback (copy)')
    expect(page.url()).not.toBe(original)
    await expect(part('Where').getByRole('row', { name: /Germany/ })).toContainText('12')
    await expect(links).toHaveText(['Playback', 'Playback (copy)'])
  })

  await test.step('deleting asks first', async () => {
    const confirmation = page.getByRole('alertdialog', { name: 'Delete Playback (copy)?' })
    const remove = async () => {
      await page.getByRole('button', { name: 'More for this dashboard' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await remove()
    await expectAccessible(page, 'the question before a dashboard is deleted')
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect(confirmation).toBeHidden()
    expect(await stored()).toHaveLength(2)
    await remove()
    await confirmation.getByRole('button', { name: 'Delete dashboard' }).click()
    await expect(title).toHaveText('Playback')
    await expect(links).toHaveText(['Playback'])
    expect((await stored()).map(({ display_name }) => display_name)).toEqual(['Playback'])
  })
  expect(troubles()).toEqual([])
})
