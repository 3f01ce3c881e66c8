import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { discoverProvider } from '@playhead/features/account/sso/server'
import { startTestApp } from '@playhead/testing/test-app.ts'

const { app: guarded } = await startTestApp([])
const { app: open } = await startTestApp([], {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})

let requests = 0
let authorizationEndpoint = ''
const server = createServer((_, response) => {
  requests += 1
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      issuer,
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: `${issuer}/token`,
    }),
  )
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const refusalOf = async (app: typeof open, address: string) => {
  const error = await discoverProvider(app, address, 'id', 'secret').catch(
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw new Error('It was not refused.')
  return error.body.error
}

const refusal = {
  type: 'invalid_parameters',
  fields: {
    issuer: [
      'The single sign-on provider could not be reached or is not an OpenID Connect provider.',
    ],
  },
}

test('a provider is found by its issuer', async () => {
  authorizationEndpoint = `${issuer}/authorize`
  const found = await discoverProvider(open, issuer, 'id', 'secret')
  expect(found.serverMetadata()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
})

test.each(['javascript:alert(1)', 'data:text/html,hello', 'not an address'])(
  'a provider that sends browsers to %s is refused',
  async (address) => {
    authorizationEndpoint = address
    expect(await refusalOf(open, issuer)).toMatchObject(refusal)
  },
)

test('a private address is not called, and the answer does not reveal what is there', async () => {
  authorizationEndpoint = `${issuer}/authorize`
  const before = requests
  const secure = issuer.replace('http:', 'https:')
  for (const address of [issuer, secure, 'https://169.254.169.254/', 'https://localhost:1/'])
    expect(await refusalOf(guarded, address)).toMatchObject(refusal)
  expect(requests).toBe(before)
})

test('a provider that is silent or another one than it says is refused alike', async () => {
  expect(await refusalOf(open, 'http://127.0.0.1:9')).toMatchObject(refusal)
  expect(await refusalOf(open, `${issuer}/other`)).toMatchObject(refusal)
})
