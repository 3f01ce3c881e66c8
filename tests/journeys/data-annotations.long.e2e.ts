import { expect, type Locator, type Page, test } from '@playwright/test'
import { dayBefore, viewLines } from './data-known-rows.ts'
import { expectQuiet } from './data-screens.ts'
import { hourMs, loadViews } from './data-world.ts'
import { expectAccessible } from './expect-accessible.ts'
import { environmentPath, makeWorld, signIn } from './world.ts'

const day = dayBefore()
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** In the morning, so that an hour earlier is the same morning. */
const morning = hours.find(
  (hour) => hour > 0 && [2, 3, 4, 5, 6].includes(new Date(day.from + hour * hourMs).getUTCHours()),
)!

const noteOf = (dialog: Locator) => dialog.getByRole('textbox', { name: /Note/ })

async function save(dialog: Locator, note?: string) {
  if (note !== undefined) await noteOf(dialog).fill(note)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

/** Moves the playhead of the chart to an hour of the day; returns the time as the chart writes it. */
async function moveTo(page: Page, chart: Locator, hour: number) {
  await chart.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < hour; step += 1) await page.keyboard.press('ArrowRight')
  const text = (await chart.getAttribute('aria-valuetext')) ?? ''
  return text.slice(0, text.lastIndexOf(': '))
}

test('METR-019 METR-021 METR-095 METR-096 METR-097 a note is written on the chart, moved, gathered with another, hidden and deleted', async ({
  page,
}) => {
  const world = await makeWorld()
  await loadViews(world, viewLines(hours.map((hour) => ({ view_end: day.at(hour) }))))
  await signIn(page, world.admin)
  const troubles = expectQuiet(page)
  await page.goto(environmentPath(world, `metrics?${day.search}`))
  const chart = page.getByRole('slider', { name: 'Viewer Experience Score' })
  const markers = page.getByRole('group', { name: 'Annotations' }).getByRole('button')
  const shown = page.getByRole('switch', { name: 'Show annotations' })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const add = dialog('Add annotation')
  const edit = dialog('Edit annotation')
  const one = dialog('Annotation')
  const both = dialog('2 annotations')
  const confirmation = page.getByRole('alertdialog', { name: 'Delete annotation' })
  await expect(chart).toBeVisible()
  await expect(markers).toHaveCount(0)
  let earlier = ''
  let later = ''

  await test.step('the key A writes it at the moment below the playhead', async () => {
    earlier = await moveTo(page, chart, morning - 1)
    await page.keyboard.press('a')
    await expect(add.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectAccessible(page, 'the dialog of a new annotation')
    await save(add, 'Player 4.2 went out')
    await expect(markers).toHaveCount(1)
    await expect(markers).toHaveAccessibleName(`Annotation, ${earlier}: Player 4.2 went out`)
  })

  await test.step('Cancel writes nothing', async () => {
    await moveTo(page, chart, morning + 4)
    await page.keyboard.press('a')
    await noteOf(add).fill('Nothing of this')
    await add.getByRole('button', { name: 'Cancel' }).click()
    await expect(add).toBeHidden()
    await page.reload()
    await expect(markers).toHaveCount(1)
  })

  await test.step('an hour later there is a marker of its own', async () => {
    later = await moveTo(page, chart, morning)
    await page.keyboard.press('a')
    await save(add, 'The cup final began')
    await expect(markers).toHaveCount(2)
    await expect(markers.last()).toHaveAccessibleName(`Annotation, ${later}: The cup final began`)
  })

  await test.step('the menu of the chart writes one too', async () => {
    await page.getByRole('button', { name: 'Options of Viewer Experience Score' }).click()
    await page.getByRole('menuitem', { name: 'Add annotation' }).click()
    await save(add, 'The day ended')
    await expect(markers).toHaveCount(3)
    await expect(markers.last()).toHaveAccessibleName(/The day ended$/)
  })

  await test.step('edited to the same hour, two stand as one', async () => {
    await markers.nth(1).click()
    await one.getByRole('button', { name: 'Edit The cup final began' }).click()
    await expect(noteOf(edit)).toHaveValue('The cup final began')
    await edit.getByRole('spinbutton', { name: /^hour/ }).press('ArrowDown')
    await save(edit, 'The cup final began early')
    await expect(markers).toHaveCount(2)
    await expect(markers.first()).toHaveAccessibleName(`2 annotations, ${earlier}`)
    await expect(markers.first()).toHaveText('2')
    await markers.first().click()
    await expect(both.getByRole('listitem')).toHaveCount(2)
    await expect(both).toContainText('Player 4.2 went out')
    await expect(both).toContainText('The cup final began early')
    await expectAccessible(page, 'the list of annotations')
    await both.getByRole('button', { name: 'Close' }).last().click()
    await expect(both).toBeHidden()
  })

  await test.step('the switch hides them, and a link keeps them hidden', async () => {
    await expect(shown).toBeChecked()
    await shown.press('Space')
    await expect(markers).toHaveCount(0)
    await expect(page).toHaveURL(/annotations=off/)
    await page.reload()
    await expect(chart).toBeVisible()
    await expect(shown).not.toBeChecked()
    await expect(markers).toHaveCount(0)
    await page.goBack()
    await expect(shown).toBeChecked()
    await expect(markers).toHaveCount(2)
  })

  await test.step('deleting asks first', async () => {
    await markers.first().click()
    await both.getByRole('button', { name: 'Delete Player 4.2 went out' }).click()
    await expectAccessible(page, 'the question before an annotation is deleted')
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await expect(confirmation).toBeHidden()
    await expect(markers.first()).toHaveAccessibleName(`2 annotations, ${earlier}`)

    await markers.first().click()
    await both.getByRole('button', { name: 'Delete Player 4.2 went out' }).click()
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await expect(confirmation).toBeHidden()
    const left = `Annotation, ${earlier}: The cup final began early`
    await expect(markers.first()).toHaveAccessibleName(left)
    await page.reload()
    await expect(markers.first()).toHaveAccessibleName(left)
    await expect(markers).toHaveCount(2)
  })
  expect(troubles()).toEqual([])
})
