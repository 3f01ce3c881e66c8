import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** Starts a program as a server on a free port; resolves when it is ready, with the startup time in seconds. */
export const runServer = async (args, { cwd, dataFolder, env = {}, withMessages = false }) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', ...(withMessages ? ['ipc'] : [])],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PLAYHEAD_DATA: dataFolder,
      PLAYHEAD_PUBLIC_URL: origin,
      ...env,
    },
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  const ended = new Promise((resolve) => child.on('close', resolve))
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended: ${complaint}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - startedAt) / 1000
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const ask = (word) =>
    new Promise((resolve) => {
      child.once('message', resolve)
      child.send(word)
    })
  return { origin, seconds, stop, ask, pid: child.pid }
}

async function isReady(origin) {
  try {
    return (await fetch(`${origin}/readyz`)).status === 200
  } catch {
    return false
  }
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
