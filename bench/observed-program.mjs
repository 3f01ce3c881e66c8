// The built program, with a monitor of its event loop that the parent process can query.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import '../build/server/main.js'
import { measureLive } from './realtime/measure-live.mjs'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let use = performance.eventLoopUtilization()
let residentBytes = 0
let processor = process.cpuUsage()
setInterval(() => (residentBytes = Math.max(residentBytes, process.memoryUsage.rss())), 500).unref()

process.on('message', async (word) => {
  if (word === 'live') return process.send({ liveMiB: await measureLive() })
  if (word === 'reset') {
    delay.reset()
    residentBytes = 0
    processor = process.cpuUsage()
    use = performance.eventLoopUtilization()
    return process.send({})
  }
  const { user, system } = process.cpuUsage(processor)
  return process.send({
    processorMs: (user + system) / 1000,
    // The histogram contains the time between two ticks; subtracts its resolution, which is no delay.
    loopDelayMs: Math.max(0, delay.percentile(99) / 1e6 - 5),
    loopUse: performance.eventLoopUtilization(use).utilization,
    residentMiB: Math.round(residentBytes / 2 ** 20),
  })
})
