import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const uploader = join(import.meta.dirname, '../../node_modules/@mux/upchunk/dist/upchunk.js')

/** A third-party page with the published uploader and a file to send. */
export const startUploadPage = async (file: Uint8Array) => {
  const answers: Record<string, () => Promise<{ type: string; body: Uint8Array | string }>> = {
    '/': async () => ({
      type: 'text/html',
      body: '<!doctype html><title>Send</title><script src="/upchunk.js"></script>',
    }),
    '/upchunk.js': async () => ({ type: 'text/javascript', body: await readFile(uploader) }),
    '/file': async () => ({ type: 'application/octet-stream', body: file }),
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (!answer) return void response.writeHead(404).end()
    void answer().then(({ type, body }) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Uploading {
  success: boolean
  error: string | undefined
  attempts: number
  chunks: number
  progress: number
}

/** State of a running upload in the page. */
declare global {
  var UpChunk: {
    createUpload(options: Record<string, unknown>): {
      on(event: string, listener: (event: { detail: unknown }) => void): void
      pause(): void
      resume(): void
    }
  }
  var uploading: Uploading
  var upload: ReturnType<typeof UpChunk.createUpload>
}
