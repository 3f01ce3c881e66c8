import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startFfmpeg } from '@playhead/ingest/testing-encoder.ts'
import { aFreePort } from '@playhead/testing/free-port.ts'
import { liveClip, startLiveServer } from './live-server.ts'

const port = await aFreePort()
const other = createServer().listen(port, '127.0.0.1')
await once(other, 'listening')
const server = await startLiveServer({ LIVE_RTMP_PORT: String(port) })

test('a port that another program holds is named once, and opened as soon as it is free', async () => {
  const messages = () => server.logLines.map((line) => String(JSON.parse(line).message))
  const complaints = () => messages().filter((message) => message.startsWith('Encoders cannot'))
  expect(complaints()).toEqual([
    `Encoders cannot connect: port ${port} of 127.0.0.1 cannot be opened (EADDRINUSE). Free it, or set LIVE_RTMP_PORT and restart.`,
  ])
  const stream = await server.makeStream({ reconnect_window: 0 })
  other.close()
  await once(other, 'close')
  await expect.poll(messages).toContain(`Encoders connect to rtmp://localhost:${port}/app.`)
  const encoder = startFfmpeg(await liveClip(), `rtmp://127.0.0.1:${port}/app/${stream.key}`)
  expect((await encoder.ended).code).toBe(0)
  await server.untilOver(stream)
  expect(complaints()).toHaveLength(1)
})
