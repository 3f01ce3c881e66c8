// The program from its sources. Its parent process switches off whether deliveries are counted, and asks for another hour to
// be counted.
import { usageServer } from '@playhead/features/account/usage/server'
import { DeliveryLog } from '@playhead/features/video/delivery-usage/server'
import type { App } from '@playhead/server-kit/app.ts'

const hourMs = 3_600_000
type Add = (this: DeliveryLog, ...given: Parameters<DeliveryLog['add']>) => void

const add = Object.getOwnPropertyDescriptor(DeliveryLog.prototype, 'add')!.value as Add
const countHours = usageServer.schedules.find(({ name }) => name === 'usage: count hours')!
const run = countHours.run.bind(countHours)
let isMetering = true
let give: (app: App) => void
/** Known once the schedule has run. */
const app = new Promise<App>((resolve) => (give = resolve))
let hoursAhead = 0
let processor = process.cpuUsage()

DeliveryLog.prototype.add = function (row) {
  if (isMetering) add.call(this, row)
}
countHours.run = async (given, signal) => {
  give(given)
  await run(given, signal)
}

/** As the schedule will do it when the next hour is over: that one, and all that are open still. */
const countAnotherHour = async () => {
  hoursAhead += 1
  const ahead = hoursAhead * hourMs
  const now = () => new Date(Date.now() + ahead)
  await run(Object.assign(Object.create(await app), { clock: { now } }))
}

const words: Record<string, () => unknown> = {
  on: () => (isMetering = true),
  off: () => (isMetering = false),
  count: countAnotherHour,
  reset: () => (processor = process.cpuUsage()),
  observe: () => {
    const { user, system } = process.cpuUsage(processor)
    return { processorMs: (user + system) / 1000 }
  },
}

process.on('message', async (word: string) => {
  process.send!((await words[word]!()) ?? {})
})

await import('../../apps/server/main.ts')
