import type { Hono } from 'hono'

/** Both are asked by machines that cannot sign in; they name parts, never addresses or versions. */
export const mountHealth = (server: Hono, readiness: () => Promise<string[]>) => {
  server.get('/livez', (c) => c.json({ status: 'alive' }))
  server.get('/readyz', async (c) => {
    const reasons = await readiness()
    c.header('cache-control', 'no-store')
    return c.json(
      { status: reasons.length === 0 ? 'ready' : 'not ready', reasons },
      reasons.length === 0 ? 200 : 503,
    )
  })
}
