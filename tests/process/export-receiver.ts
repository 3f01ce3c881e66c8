import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** A customer's server that may be killed at any moment: a batch is in its folder before it is accepted. */
const [folder = '', port = '0', workMs = '0'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const store = async (bytes: Buffer) => {
  const name = join(folder, randomUUID())
  const file = await open(`${name}.partial`, 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await rename(`${name}.partial`, `${name}.batch`)
}

const server = createServer(async (request, response) => {
  const bytes = await buffer(request).catch(() => undefined)
  if (!bytes) return
  // Tells the test that a batch is under way.
  writeFileSync(join(folder, `${randomUUID()}.begun`), '')
  await pause(Number(workMs) / 2)
  await store(bytes)
  await pause(Number(workMs) / 2)
  response.writeHead(200).end()
})
server.listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)
// The test process has ended when its end of the pipe is closed.
process.stdin.resume().on('end', () => process.exit())
