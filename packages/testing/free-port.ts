import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which may take a port while its program restarts. */
const portOf = () => randomInt(15_000, 30_000)

/** A port of this machine that a program can be started with. */
export const aFreePort = async (): Promise<number> => {
  const port = portOf()
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return aFreePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
