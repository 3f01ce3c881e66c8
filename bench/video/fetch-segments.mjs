// A separate process that fetches segments as fast as they come and reports the throughput.
import { Agent, get } from 'node:http'

const connections = 16
const agent = new Agent({ keepAlive: true, maxSockets: connections })

process.once('message', async ({ addresses, seconds }) => {
  const times = []
  let [bytes, failed] = [0, 0]
  const startedAt = performance.now()
  const line = async (first) => {
    for (let at = first; performance.now() - startedAt < seconds * 1000; at += 1) {
      const sentAt = performance.now()
      const answer = await fetchOne(addresses[at % addresses.length])
      if (answer.status !== 200) failed += 1
      bytes += answer.bytes
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, first) => line(first)))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  const took = (performance.now() - startedAt) / 1000
  agent.destroy()
  process.send({ served: times.length, bytes, failed, p50: at(0.5), p99: at(0.99), seconds: took })
})

function fetchOne(address) {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent }, (answer) => {
      let bytes = 0
      answer.on('data', (piece) => (bytes += piece.length))
      answer.on('end', () => resolve({ status: answer.statusCode, bytes }))
    })
    asked.on('error', reject)
  })
}
