import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { outboundFetch } from './outbound.ts'
import { isPrivateAddress } from './private-address.ts'

const start = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  server.unref()
  return (server.address() as AddressInfo).port
}

let requests = 0
const port = await start((request, response) => {
  requests += 1
  if (request.url === '/redirect') {
    response.writeHead(302, { location: '/secret' }).end()
  } else if (request.url === '/large') {
    response.end('x'.repeat(5000))
  } else if (request.url === '/slow') {
    response.write('a')
  } else {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const { 'content-type': type, 'user-agent': agent } = request.headers
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ method: request.method, type, agent, text }))
    })
  }
})

const guarded = outboundFetch({ openedAddresses: false })
const open = outboundFetch({ openedAddresses: true }, { timeoutMs: 300, bytesMax: 4000 })

describe('which addresses are private', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%j is', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  test.each([
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is not', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('calls that leave the server', () => {
  test.each([
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://127.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ])('do not reach %s', async (url) => {
    const before = requests
    await expect(guarded(url)).rejects.toThrow('private address')
    expect(requests).toBe(before)
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,hello'])(
    'do not open %s',
    async (url) => {
      await expect(guarded(url)).rejects.toThrow('addresses are not called')
    },
  )

  test('reach private addresses where the operator allows it, with body, type and name', async () => {
    const body = new URLSearchParams({ a: '1 2' })
    const answer = await open(`http://localhost:${port}/`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      method: 'POST',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      agent: 'playhead',
      text: 'a=1+2',
    })
  })

  test('follow no redirect', async () => {
    const before = requests
    const answer = await open(`http://127.0.0.1:${port}/redirect`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/secret'])
    expect(requests).toBe(before + 1)
  })

  test('give up on answers that are too large or too slow', async () => {
    await expect(open(`http://127.0.0.1:${port}/large`)).rejects.toThrow('larger than 4000 bytes')
    await expect(open(`http://127.0.0.1:${port}/slow`)).rejects.toThrow(/timeout|aborted/)
  })
})
