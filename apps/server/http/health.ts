import type { Hono } from 'hono'
import type { PartReadiness, PartStatus } from '@playhead/server-kit/health/readiness.ts'

/** Machines that cannot sign in call both; they name parts, never addresses or versions. */
export const mountHealth = (server: Hono, readiness: () => Promise<PartReadiness[]>) => {
  server.get('/livez', (c) => c.json({ status: 'alive' }))
  server.get('/readyz', async (c) => {
    const parts = await readiness()
    const detailsOf = (status: PartStatus) =>
      parts.filter((part) => part.status === status).map(({ detail }) => detail)
    const reasons = detailsOf('not ready')
    const isReady = reasons.length === 0
    c.header('cache-control', 'no-store')
    return c.json(
      {
        status: isReady ? 'ready' : 'not ready',
        reasons,
        warnings: detailsOf('warning'),
        parts,
      },
      isReady ? 200 : 503,
    )
  })
}
