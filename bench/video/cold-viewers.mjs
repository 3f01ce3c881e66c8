// A separate process: viewers who each fetch segments that nobody has asked for before.
import { Agent, get } from 'node:http'

process.once('message', async ({ viewers }) => {
  const startedAt = performance.now()
  const firstBytes = []
  let [bytes, failed] = [0, 0]
  const watch = async (addresses, viewer) => {
    // Viewers are in networks of their own, which take turns.
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.${viewer + 1}.1` })
    for (const address of addresses) {
      const answer = await fetchOne(agent, address).catch(() => ({ status: 0, bytes: 0 }))
      if (answer.status !== 200) failed += 1
      else firstBytes.push(answer.firstByteMs)
      bytes += answer.bytes
    }
    agent.destroy()
  }
  await Promise.all(viewers.map(watch))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = firstBytes.toSorted((one, other) => one - other)
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0
  process.send({ served: sorted.length, failed, bytes, seconds, p50: at(0.5), p99: at(0.99) })
})

function fetchOne(agent, address) {
  const sentAt = performance.now()
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent }, (answer) => {
      let bytes = 0
      let firstByteMs
      answer.on('data', (piece) => {
        firstByteMs ??= performance.now() - sentAt
        bytes += piece.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode, bytes, firstByteMs }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
  })
}
