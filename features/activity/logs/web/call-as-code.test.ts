import { expect, test } from 'vitest'
import { asCurl, asMuxNode } from './call-as-code.ts'

const origin = 'https://video.example.com'

const aCall = (overrides: object = {}) => ({
  method: 'PATCH',
  path: '/video/v1/assets/abc',
  route: '/video/v1/assets/:id',
  requestBody: '{"passthrough":"it\'s","meta":{"title":"A \\"b\\""},"note":"x: 1"}',
  ...overrides,
})

test('a call for a terminal takes its credentials from the environment and quotes what was sent', () => {
  expect(asCurl(aCall(), origin)).toBe(
    [
      "curl -X PATCH 'https://video.example.com/video/v1/assets/abc' \\",
      '  -u "$PLAYHEAD_TOKEN_ID:$PLAYHEAD_TOKEN_SECRET" \\',
      "  -H 'content-type: application/json' \\",
      `  -d '{"passthrough":"it'\\''s","meta":{"title":"A \\"b\\""},"note":"x: 1"}'`,
    ].join('\n'),
  )
  expect(asCurl(aCall({ path: "/video/v1/assets/$(rm -rf ~)'", requestBody: null }), origin)).toBe(
    [
      `curl -X PATCH 'https://video.example.com/video/v1/assets/$(rm -rf ~)'\\''' \\`,
      '  -u "$PLAYHEAD_TOKEN_ID:$PLAYHEAD_TOKEN_SECRET"',
    ].join('\n'),
  )
})

test('a call in the client of npm names its method and arguments', () => {
  expect(asMuxNode(aCall({ requestBody: '{"passthrough":"x"}' }))).toBe(
    'await mux.video.assets.update("abc", {\n  passthrough: "x"\n})',
  )
  expect(
    asMuxNode(
      aCall({
        method: 'DELETE',
        route: '/video/v1/assets/:id/tracks/:track_id',
        path: '/video/v1/assets/a%2Fb/tracks/t',
        requestBody: null,
      }),
    ),
  ).toBe('await mux.video.assets.deleteTrack("a/b", "t")')
  expect(
    asMuxNode({
      method: 'POST',
      route: '/system/v1/webhooks',
      path: '/system/v1/webhooks',
      requestBody: '{"address":"https://example.com"}',
    }),
  ).toBe('await mux.post("/system/v1/webhooks", { body: {\n  address: "https://example.com"\n} })')
})

test('a body that was cut is left out, because it is no JSON any more', () => {
  const call = aCall({ requestBody: '{"passthrough":"xx…' })
  expect(asCurl(call, origin)).not.toContain('-d')
  expect(asMuxNode(call)).toBe('await mux.video.assets.update("abc")')
})
