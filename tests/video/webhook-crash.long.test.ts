import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { signInToDemo } from '../process/dashboard-session.ts'
import { processesOf, startProgram, temporaryFolder, until } from '../process/running-program.ts'

const { folder, remove } = await temporaryFolder()
const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' }

const received: string[] = []
let answer = (response: ServerResponse): void => void response.writeHead(200).end()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += String(piece)))
  request.on('end', () => {
    received.push((JSON.parse(body) as { id: string }).id)
    answer(response)
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await remove()
})

test(
  'killed while webhooks are told: every event arrives, and those that were taken do not come again',
  { timeout: 480_000 },
  async () => {
    const first = await startProgram(settings)
    const session = await signInToDemo(first)
    const address = `http://127.0.0.1:${port}/hook`
    const created = await session.call('POST', '/system/v1/webhooks', { address })
    const { id } = ((await created.json()) as { data: { id: string } }).data
    const happen = async () => {
      const sent = await session.call('POST', `/ui/v1/webhooks/${id}/test`)
      return ((await sent.json()) as { data: { event: { id: string } } }).data.event.id
    }
    const statusOf = async (called: typeof session, event: string) => {
      const asked = await called.call('GET', `/ui/v1/webhooks/${id}/deliveries/${event}`)
      return ((await asked.json()) as { data: { status: string } }).data.status
    }

    const taken = await happen()
    await until('it is taken', async () => (await statusOf(session, taken)) === 'delivered')
    answer = () => {}
    const interrupted = [await happen(), await happen(), await happen()]
    await until('one is on its way', async () => received.length > 1)
    await first.kill('SIGKILL')
    await until('no engine is left', async () => (await processesOf(folder)).length === 0)

    answer = (response) => response.writeHead(200).end()
    const second = await startProgram(settings)
    try {
      const again = await signInToDemo(second, session.cookie)
      for (const event of interrupted)
        await until('it is taken', async () => (await statusOf(again, event)) === 'delivered')
      for (const event of interrupted) expect(received).toContain(event)
      expect(received.filter((event) => event === taken)).toHaveLength(1)
    } finally {
      await second.kill('SIGTERM')
    }
  },
)
