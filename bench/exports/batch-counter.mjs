import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A destination that only keeps what it gets while time is measured; what has come is counted afterwards. */
export const startBatchCounter = async () => {
  let batches = []
  let lastAt = 0
  const server = createServer(async (request, response) => {
    batches.push(await buffer(request))
    lastAt = performance.now()
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${server.address().port}/views`,
    clear: () => {
      batches = []
      lastAt = 0
    },
    lastAt: () => lastAt,
    read: () => {
      const names = new Set()
      let textBytes = 0
      for (const bytes of batches) {
        const text = gunzipSync(bytes)
        textBytes += text.length
        for (const line of text.toString().split('\n'))
          if (line !== '') names.add(line.slice(0, line.indexOf(',"updated_at"')))
      }
      const bytes = batches.reduce((sum, one) => sum + one.length, 0)
      return { batches: batches.length, bytes, textBytes, views: names.size }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
