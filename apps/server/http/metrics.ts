import type { Hono } from 'hono'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Figure } from '@playhead/server-kit/channels/channel-figures.ts'
import { hashToken, sameBytes } from '@playhead/server-kit/secrets/secrets.ts'

const escaped = (text: string) =>
  text.replaceAll(/[\\"\n]/g, (character) => `\\${character === '\n' ? 'n' : character}`)

const linesOf = ({ name, kind, meaning, values }: Figure) => [
  `# HELP ${name} ${meaning}`,
  `# TYPE ${name} ${kind}`,
  ...values.map(({ label, value }) =>
    label ? `${name}{${label[0]}="${escaped(label[1])}"} ${value}` : `${name} ${value}`,
  ),
]

/** Figures of this process for Prometheus, only with the token of the operator; without one set they are off. */
export const mountMetrics = (
  server: Hono,
  token: string | undefined,
  figures: () => readonly Figure[],
) => {
  server.get('/metrics', (c) => {
    c.header('cache-control', 'no-store')
    if (token === undefined) return c.json(new ApiError('not_found').body, 404)
    const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined || !sameBytes(hashToken(given), hashToken(token))) {
      c.header('www-authenticate', 'Bearer')
      return c.json(new ApiError('unauthorized').body, 401)
    }
    c.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return c.body(`${figures().flatMap(linesOf).join('\n')}\n`)
  })
}
