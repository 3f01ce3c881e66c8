import { expect, test } from 'vitest'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { makeAssetsWorld } from '../testing-assets.ts'

const { ingest, files } = await makeAssetsWorld({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '0' })

test('a private address is not called, and the asset says so', async () => {
  const asset = await ingest(await makeSampleClip(), { video_quality: 'basic' })
  expect(asset).toMatchObject({
    status: 'errored',
    errors: {
      type: 'invalid_input',
      messages: [
        '127.0.0.1 is a private address; calls to it are not allowed. An operator can allow it with PLAYHEAD_ALLOW_PRIVATE_ADDRESSES.',
      ],
    },
  })
  expect(files.asked).toEqual([])
})
