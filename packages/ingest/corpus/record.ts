// Usage: npx tsx packages/ingest/corpus/record.ts NAME PROGRAM ARGUMENTS…   with URL where the address of the stream stands
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { listenRtmp } from '../rtmp/listen-rtmp.ts'

const [name = 'encoder', program = 'ffmpeg', ...args] = process.argv.slice(2)
const ignored = () => {}

const listener = await listenRtmp({
  host: '127.0.0.1',
  port: 0,
  admit: async () => ({
    accepted: { takeHeader: () => undefined, takePacket: ignored, end: ignored },
  }),
  log: { info: console.error, warn: console.error, error: console.error },
})
const sent: Buffer[] = []
const proxy = createServer((encoder) => {
  const server = connect(listener.port, '127.0.0.1')
  encoder.on('data', (bytes: Buffer) => void sent.push(bytes))
  encoder.pipe(server).pipe(encoder)
  encoder.on('error', ignored)
  server.on('error', ignored)
})
proxy.listen(0, '127.0.0.1', () => {
  const url = `rtmp://127.0.0.1:${(proxy.address() as AddressInfo).port}/app/recordedKey`
  const child = spawn(
    program,
    args.map((word) => word.replace('URL', url)),
    { stdio: 'inherit' },
  )
  child.once('close', async () => {
    await writeFile(path.join(import.meta.dirname, `${name}.bin`), Buffer.concat(sent))
    proxy.close()
    await listener.close()
  })
})
