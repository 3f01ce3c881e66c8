import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { request } from '@playwright/test'
import { askProgram } from '../../bench/ask-program.mjs'
import { Stop } from '../setup/stop.mjs'

const monthBefore = () => {
  const date = new Date()
  date.setUTCMonth(date.getUTCMonth() - 1, 1)
  return date.toISOString().slice(0, 7)
}

const priceOf = (meter, micros) => ({ meter, steps: [{ micros }] })

/** What a company that hosts for itself would enter: prices, and a cap that it is told of. */
export const enterPrices = async ({ root, dataFolder, origin }, { organizationId, staffState }) => {
  const file = path.join(dataFolder, 'prices.json')
  const prices = [
    priceOf('delivered', 8_000),
    priceOf('stored', 30_000),
    priceOf('encoded', 240_000),
    priceOf('live', 600_000),
    priceOf('views_hosted', 50_000),
    priceOf('views_other', 50_000),
  ]
  writeFileSync(file, JSON.stringify({ currency: 'USD', valid_from: monthBefore(), prices }))
  await askProgram(root, dataFolder, 'prices import', { file })
  const visitor = await request.newContext({ baseURL: origin, storageState: staffState })
  const answer = await visitor.put('/ui/v1/billing/cap', {
    headers: { 'x-requested-with': 'playhead', 'x-organization-id': organizationId },
    data: { cap: { cents: 25_000, action: 'notify' } },
  })
  if (!answer.ok()) throw new Stop(`The cap was refused: ${await answer.text()}`)
  await visitor.dispose()
}
