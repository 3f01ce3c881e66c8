import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux from '@mux/mux-node'
import { afterAll, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { accessTokensServer } from './index.ts'

const { api, call, database } = await startTestApp([accessTokensServer])
const make = aFactory(database)

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => new Promise((resolve) => server.close(resolve)))

const client = (tokenId: string, tokenSecret: string) =>
  new Mux({ tokenId, tokenSecret, baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 })

test('ACCT-072 the public client answers whoami with a token made in the dashboard, until it is revoked', async () => {
  const { organization, environment, admin } = await make.world()
  const caller = { as: admin, organization }
  const created = await call('/ui/v1/access-tokens', {
    ...caller,
    body: {
      access_token: {
        environment_id: environment.id,
        name: 'Client',
        permissions: ['video:write'],
      },
    },
  })
  const { id, private_key: secret } = created.body.data

  await expect(client(id, secret).system.utilities.whoami()).resolves.toEqual({
    access_token_name: 'Client',
    environment_id: environment.id,
    environment_name: environment.name,
    environment_type: 'production',
    organization_id: organization.id,
    organization_name: organization.name,
    permissions: ['video:read', 'video:write'],
  })
  await expect(client(id, 'wrong').system.utilities.whoami()).rejects.toMatchObject({ status: 401 })

  await call(`/ui/v1/access-tokens/${id}/revoke`, { ...caller, method: 'POST' })
  await expect(client(id, secret).system.utilities.whoami()).rejects.toMatchObject({ status: 401 })
})
