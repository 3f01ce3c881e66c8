/** A separate program for the test that kills it: delivers a second of each hour, and says when it did. */
import { writeSync } from 'node:fs'
import { connect } from '@playhead/postgres/client.ts'
import { AfterResponse } from '@playhead/server-kit/after-response.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { countDelivery, countLeftDeliveries } from './count-delivery.ts'

const [url = '', dataFolder = '', environmentId = '', assetId = '', first = ''] =
  process.argv.slice(2)
let hour = Number(first)
const app = {
  postgres: connect(url),
  settings: { dataFolder },
  afterResponse: new AfterResponse(jsonLog()),
  clock: { now: () => new Date(hour * 3_600_000) },
} as unknown as App

countLeftDeliveries(app)
setInterval(() => {
  hour += 1
  // Before it is counted: a row that was not said counted twice or came from nowhere.
  writeSync(1, `${hour} ${Date.now()}\n`)
  countDelivery(app, { environmentId, assetId, tier: '720p', seconds: 1, bytes: 1000 })
}, 5)
