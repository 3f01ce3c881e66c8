import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Its continuation tokens use a cipher that Node offers only with this option. */
const program = ['--openssl-legacy-provider', '--import', 'tsx', 'object-storage-program.ts']

/** A real object storage on loopback with one bucket; it stops with the test file. */
export const startObjectStorage = async (bucket = 'media') => {
  const directory = await mkdtemp(join(tmpdir(), 'playhead-bucket-'))
  const server = spawn(process.execPath, [...program, directory, bucket], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  afterAll(async () => {
    server.stdin.end()
    if (server.exitCode === null) await once(server, 'exit')
    await rm(directory, { recursive: true, force: true })
  })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  return {
    endpoint: `http://127.0.0.1:${String(port).trim()}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    prefix: '',
  }
}
