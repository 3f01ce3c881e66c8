import { expect, type Locator, test } from '@playwright/test'
import { call } from '../../../tests/journeys/data-places.ts'
import { startServer } from '../../../tests/journeys/stand-in.ts'
import { environmentPath, makeWorld, signIn } from '../../../tests/journeys/world.ts'

const long = 'W'.repeat(200)

/** Whether a text stays inside the cell of its table. */
const expectInside = async (text: Locator) => {
  const [words, cell] = await Promise.all([
    text.boundingBox(),
    text.locator('xpath=ancestor::*[self::td or self::th][1]').boundingBox(),
  ])
  expect(words!.x + words!.width).toBeLessThanOrEqual(cell!.x + cell!.width)
}

test('names of rules and answers of receivers without a space stay in their cells', async ({
  page,
}) => {
  const receiver = await startServer((_request, response) => void response.writeHead(500).end(long))
  const world = await makeWorld()
  await signIn(page, world.admin)
  await call(page, world, '/ui/v1/alert-rules', {
    name: long,
    metric: 'current-concurrent-viewers',
    threshold_alert: { value: 1, area: 'above' },
    window_duration: 60,
  })
  await call(page, world, '/ui/v1/notification-channels', {
    notification_channel: { service: 'slack', value: receiver.url },
  })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(environmentPath(world, 'alerts/rules'))
    await expectInside(page.getByRole('link', { name: long }))
    await page.goto(environmentPath(world, 'alerts/notification-channels'))
    await page.getByRole('button', { name: /^Send test/ }).click()
    await expectInside(page.getByRole('table').getByText(long))
  }
  await receiver.stop()
})
