import { describe, expect, test } from 'vitest'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { startLiveServer } from './live-server.ts'

const server = await startLiveServer({ LIVE_STREAMS_MAX: '1' })

const isSaid = async (key: string, words: string) => {
  const encoder = await server.push(key)
  const { code, said } = await encoder.ended
  expect(said).toContain(words)
  expect(code).not.toBe(0)
}

describe('an encoder is told', () => {
  test('that its key is wrong, whatever its form', async () => {
    for (const key of ['abcdefghijklmnop0123456789abcdef', 'short'])
      await isSaid(key, 'There is no live stream with this key.')
    expect(server.logLines.join('\n')).not.toContain('abcdefghijklmnop0123456789abcdef')
  })

  test('that the server is full, and the running broadcast goes on', async () => {
    const first = await server.makeStream({ latency_mode: 'low' })
    const encoder = await server.push(first.key, { isLive: true })
    await server.untilStatus(first, 'active')
    const second = await server.makeStream()
    await isSaid(
      second.key,
      'This server is at its limit of 1 live streams. Try again when one has ended.',
    )
    const { body } = await second.call(`/ui/v1/live-streams/${second.id}/refusals`)
    expect(body.data).toMatchObject([
      {
        reason: 'streams',
        message: 'This server is at its limit of 1 live streams. Try again when one has ended.',
        protocol: 'rtmp',
      },
    ])
    expect(JSON.stringify(body)).not.toContain(second.key)
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(first)
  })

  test('that its plan has no video', async () => {
    const stream = await server.makeStream()
    await setColumn(
      server.database,
      'organizations',
      'feature_overrides',
      JSON.stringify({ video: false }),
      { id: stream.world.organization.id },
    )
    await isSaid(stream.key, 'Your plan does not include live streaming.')
    expect((await stream.read()).status).toBe('idle')
  })
})

describe('addresses of encoders', () => {
  test('are those that are open', async () => {
    const stream = await server.makeStream()
    const { body } = await stream.call('/ui/v1/live-ingest')
    expect(body.data).toEqual([{ protocol: 'rtmp', url: `rtmp://localhost:${server.port()}/app` }])
  })
})
